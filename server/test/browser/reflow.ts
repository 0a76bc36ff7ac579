import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'

/** 1280 by 1024 pixels at 200 % zoom. */
export const atTwoHundredPercent = { width: 640, height: 512 }

/** 1280 by 1024 pixels at 400 % zoom. */
export const atFourHundredPercent = { width: 320, height: 256 }

/**
 * Nothing on the screen is scrolled in two directions (WCAG 1.4.10). Drawn pages of evidence are left out: they are
 * pictures, which the criterion excepts.
 */
export async function reflows(page: Page) {
  const wide = await page.evaluate<string[]>(`[...document.querySelectorAll('*')]
    .filter((one) => !one.closest('.pages, .sheets, .sealed'))
    .filter((one) => {
      const scrolls = one === document.documentElement || /auto|scroll/.test(getComputedStyle(one).overflowX)
      return scrolls && one.scrollWidth > one.clientWidth + 1
    })
    .map((one) => one.tagName + '.' + one.className + ' ' + one.scrollWidth + ' of ' + one.clientWidth)`)
  assert.deepEqual(wide, [])
}

/** The words of no heading or label are wider than its place, where they would lie upon those beside it. */
export async function keepsWordsApart(page: Page) {
  const spilt = await page.evaluate<string[]>(`[...document.querySelectorAll('b, dt, h1, h2, h3')]
    .filter((one) => getComputedStyle(one).display !== 'inline')
    .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX === 'visible')
    .map((one) => one.textContent + ' ' + one.scrollWidth + ' of ' + one.clientWidth)`)
  assert.deepEqual(spilt, [])
}
