#include "import/importer.h"

#include "import/bonnie.h"
#include "import/dd.h"
#include "import/hdparm.h"
#include "import/plain_table.h"
#include "import/sysbench.h"

const struct importer *const importers[] = {
	&importer_bonnie,
	&importer_dd,
	&importer_hdparm,
	&importer_plain_table,
	&importer_sysbench,
};

const size_t importer_count = FST_COUNT(importers);
