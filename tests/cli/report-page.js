// Opens a report in Chromium: node report-page.js PAGE. Prints a line for each thing that is wrong.
// Needs playwright-core and axe-core in the folder FSTUI_NODE_MODULES, and a browser in FSTUI_CHROMIUM.
const path = require('path');
const url = require('url');
const modules = process.env.FSTUI_NODE_MODULES;
const { chromium } = require(path.join(modules, 'playwright-core'));
const axe = path.join(modules, 'axe-core', 'axe.min.js');

function column(page, table, at) {
	return page.locator(table).first().evaluate((element, index) =>
		Array.from(element.tBodies[0].rows, row => {
			const value = row.cells[index].getAttribute('data-v');
			return value === null || value === '' ? null : Number(value);
		}), at);
}

function isSorted(values, descending) {
	const known = values.filter(value => value !== null);
	const rest = values.slice(known.length);
	return rest.every(value => value === null) &&
		known.every((value, i) => i === 0 || (descending ? known[i - 1] >= value : known[i - 1] <= value));
}

async function checkSorting(page, wrong) {
	const heads = page.locator('table.sortable').first().locator('thead button');
	const count = await heads.count();
	let sorted = 0;

	for (let at = 1; at < count; at++) {
		if ((await column(page, 'table.sortable', at)).every(value => value === null))
			continue;
		await heads.nth(at).click();
		if (!isSorted(await column(page, 'table.sortable', at), false))
			wrong.push(`column ${at} is not sorted upwards`);
		await heads.nth(at).click();
		if (!isSorted(await column(page, 'table.sortable', at), true))
			wrong.push(`column ${at} is not sorted downwards`);
		sorted++;
	}
	if (!sorted)
		wrong.push('no table has a column of figures to sort by');
}

async function look(browser, file, colorScheme, width, wrong) {
	const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } });
	const page = await context.newPage();

	page.setDefaultTimeout(20000);
	page.on('console', message => {
		if (message.type() === 'error' || message.type() === 'warning')
			wrong.push(`console: ${message.text()}`);
	});
	page.on('pageerror', error => wrong.push(`script: ${error}`));
	page.on('request', request => {
		if (!/^(file|data):/.test(request.url()))
			wrong.push(`asks for ${request.url()}`);
	});
	await page.goto(url.pathToFileURL(file).href);
	if (await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth))
		wrong.push(`wider than a screen of ${width}`);
	await checkSorting(page, wrong);
	await page.evaluate(() => document.querySelectorAll('main > details').forEach(d => { d.open = true; }));
	await page.addScriptTag({ path: axe });
	const result = await page.evaluate(() => axe.run(document, { resultTypes: ['violations'] }));
	for (const fault of result.violations)
		if (fault.impact === 'serious' || fault.impact === 'critical')
			wrong.push(`axe, ${colorScheme}: ${fault.id}: ${fault.nodes[0].html.slice(0, 120)}`);
	await context.close();
}

(async () => {
	const wrong = [];
	const browser = await chromium.launch({ executablePath: process.env.FSTUI_CHROMIUM, args: ['--no-sandbox'] });

	try {
		await look(browser, path.resolve(process.argv[2]), 'light', 1000, wrong);
		await look(browser, path.resolve(process.argv[2]), 'dark', 360, wrong);
	} finally {
		await browser.close();
	}
	wrong.forEach(line => console.log(line));
	process.exitCode = wrong.length ? 1 : 0;
})().catch(error => {
	console.log(`the browser: ${error}`);
	process.exitCode = 1;
});
