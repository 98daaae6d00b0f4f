#include "draw/role.h"

static const struct role_info role_infos[ROLE_COUNT] = {
#define ROLE_INFO(id, theme_name, role_letter, mono_attributes) \
	[ROLE_##id] = {.name = (theme_name), .letter = (role_letter), .mono = (mono_attributes)},
	ROLE_TABLE(ROLE_INFO)
#undef ROLE_INFO
};

const struct role_info *role_info(enum role role)
{
	return &role_infos[role < ROLE_COUNT ? role : ROLE_TEXT];
}

enum role role_find(struct text name)
{
	for (int i = 0; i < ROLE_COUNT; i++)
		if (text_is(name, role_infos[i].name))
			return (enum role)i;
	return ROLE_COUNT;
}

enum role role_series(unsigned index)
{
	return (enum role)(ROLE_SERIES_A + (int)(index % ROLE_SERIES_COUNT));
}

char role_series_letter(unsigned index)
{
	return (char)(index < 26 ? 'A' + (int)index : index < 52 ? 'a' + (int)(index - 26) : '#');
}

/* One of @steps roles from @first on. */
static enum role role_step(enum role first, int steps, double fraction)
{
	int step = fraction > 0 ? (int)(fraction < 1 ? fraction * steps : steps - 1) : 0;

	return (enum role)((int)first + step);
}

enum role role_ramp(double fraction)
{
	return role_step(ROLE_RAMP_1, ROLE_RAMP_STEPS, fraction);
}

enum role role_heat(double fraction)
{
	return role_step(ROLE_HEAT_1, ROLE_HEAT_STEPS, fraction);
}
