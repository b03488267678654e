/**
 * The page in a real browser, for tests.
 *
 *     const tests = pageForTests();                    // a service and a browser for a whole test file
 *
 *     const page = await tests.open();                 // a new person: a context of its own, at `/`
 *     const page = await tests.open({ path: '/#/rules', locale: 'ar', viewport: { width: 320, height: 640 } });
 *
 * The browser is CHROMIUM, else Debian's. Whatever the page says to the console as an error, what it throws, and a
 * request to any other host fail the test file; `hosts` names addresses that a test answers itself.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before } from 'node:test';
import { chromium } from 'playwright-core';
import { until } from './play.mjs';
import { serviceForTests } from './service.mjs';

const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-dev-shm-usage'];

/** A network that is away, and an answer that refuses, are what some tests are about. */
const expected = /^Failed to load resource: /;

function observe(tests, page, hosts) {
  const known = [tests.service.url, 'data:', ...hosts];
  page.on('pageerror', (error) => tests.faults.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' && !expected.test(message.text())) tests.faults.push(message.text());
  });
  page.on('request', (request) => {
    if (!known.some((each) => request.url().startsWith(each))) tests.faults.push(request.url());
  });
}

async function open(tests, { path = '/', locale = 'en', hosts = [], prepare = () => {}, ...options } = {}) {
  const context = await tests.browser.newContext({ baseURL: tests.service.url, locale, reducedMotion: 'reduce', ...options });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  observe(tests, page, hosts);
  await prepare(page);
  await page.goto(path);
  await page.locator('main > *').first().waitFor();
  return page;
}

/** As serviceForTests, with a browser, and `open`; `prepare` gets the page before it goes anywhere. */
export function pageForTests(options) {
  const tests = serviceForTests(options);
  tests.faults = [];
  before(async () => {
    tests.browser = await chromium.launch({ executablePath, args });
    tests.open = (wanted) => open(tests, wanted);
  });
  after(async () => {
    await tests.browser?.close();
    assert.deepEqual(tests.faults, []);
  });
  return tests;
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe has against a page as it is. */
export async function violations(page) {
  await page.evaluate(axe);
  const { violations: found } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ['violations'] }));
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

/** Makes a page's viewer the player of an API client; what is shown already stays until the page goes elsewhere. */
export function become(page, { token, player, session }) {
  const value = { access_token: token, ...session, player };
  return page.evaluate((text) => localStorage.setItem('reversid.session', text), JSON.stringify(value));
}

/** What the game on the page is at: { status, ply, turn, branch, mine }, undefined while there is none; `mine`: it is the viewer's turn. */
function gameOn(page) {
  return page.evaluate(() => {
    const { dataset } = document.querySelector('.game') ?? {};
    if (!dataset?.status) return undefined;
    const mine = Boolean(document.querySelector('.cells [aria-disabled="false"]'));
    return { ...dataset, ply: Number(dataset.ply), branch: Number(dataset.branch), mine };
  });
}

/** Waits until the game on the page is as wanted. */
export function untilGame(page, what, wanted) {
  return until(what, async () => {
    const game = await gameOn(page);
    return game && wanted(game) && game;
  });
}

export const legalCells = (page) => page.locator('.cells button[aria-disabled="false"]');

const isOver = ({ status }) => status !== 'live';

/** Plays on one of the legal squares whenever it can, until the game is over. */
export async function playToTheEnd(page, choose = (cells) => cells.first()) {
  for (;;) {
    const now = await untilGame(page, 'a turn or the end', (game) => game.mine || isOver(game));
    if (isOver(now)) return now;
    await choose(legalCells(page)).click();
    await untilGame(page, 'the move is played', (game) => game.ply > now.ply || isOver(game));
  }
}
