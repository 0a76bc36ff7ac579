import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type axe from 'axe-core'
import type { Page } from 'playwright-core'

/** Minified: a browser reads it anew for each page. */
const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The words over a page of evidence are invisible: what is read there is the page's own picture. */
const rules = JSON.stringify({ rules: [{ id: 'color-contrast', selector: '*:not([data-word])' }] })

/** What axe finds, through the protocol of the browser, so that the page's own policy stays as it is. */
export async function faults(page: Page, options: axe.RunOptions = { runOnly: tags }): Promise<string[]> {
  const asked = JSON.stringify({ ...options, resultTypes: ['violations'] })
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(`${source}; axe.configure(${rules})`)
  const violations = await page.evaluate<axe.Result[]>(`axe.run(${asked}).then((found) => found.violations)`)
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}

export const colours: axe.RunOptions = { runOnly: ['color-contrast', 'link-in-text-block'] }
export { tags }
