import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type axe from 'axe-core'
import type { Page } from 'playwright-core'

/** Minified: a browser reads it anew for each page. */
const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What is written on a control is part of its name (WCAG 2.5.3): axe checks that only where it is asked to. */
export const everything: axe.RunOptions = {
  runOnly: tags,
  rules: { 'label-content-name-mismatch': { enabled: true } },
}

/** The words over a page of evidence are invisible: what is read there is the page's own picture. */
const rules = JSON.stringify({ rules: [{ id: 'color-contrast', selector: '*:not([data-word])' }] })

/**
 * What axe finds, through the protocol of the browser, so that the page's own policy stays as it is. Where a fault is, is
 * worked out once there is one; no rule here needs the style sheets beforehand, as one about autoplay does the media.
 */
export async function faults(page: Page, options: axe.RunOptions = everything): Promise<string[]> {
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(`${source}; axe.configure(${rules})`)
  const found = async (more: axe.RunOptions) => {
    const asked = { ...options, resultTypes: ['violations'], preload: { assets: ['media'] }, ...more }
    return page.evaluate<axe.Result[]>(`axe.run(${JSON.stringify(asked)}).then((found) => found.violations)`)
  }
  if ((await found({ selectors: false })).length === 0) return []
  const violations = await found({ selectors: true })
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}

export const colours: axe.RunOptions = { runOnly: ['color-contrast', 'link-in-text-block'] }
export { tags }
