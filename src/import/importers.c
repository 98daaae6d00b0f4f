#include "import/importer.h"

#include "import/bonnie.h"
#include "import/dbench.h"
#include "import/dd.h"
#include "import/diskmark.h"
#include "import/elbencho.h"
#include "import/fio.h"
#include "import/fs_mark.h"
#include "import/hdparm.h"
#include "import/ioping.h"
#include "import/ior.h"
#include "import/iozone.h"
#include "import/mdtest.h"
#include "import/plain_table.h"
#include "import/sysbench.h"
#include "import/timing.h"
#include "import/yabs.h"

const struct importer *const importers[] = {
	&importer_bonnie,
	&importer_dbench,
	&importer_dd,
	&importer_diskmark,
	&importer_elbencho,
	&importer_fio,
	&importer_fs_mark,
	&importer_hdparm,
	&importer_ioping,
	&importer_ior,
	&importer_iozone,
	&importer_mdtest,
	&importer_plain_table,
	&importer_sysbench,
	&importer_time,
	&importer_yabs,
};

const size_t importer_count = FST_COUNT(importers);
