import axe from 'axe-core'
import type { Page } from 'playwright-core'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** The words over a page of evidence are invisible: what is read there is the page's own picture. */
const rules = JSON.stringify({ rules: [{ id: 'color-contrast', selector: '*:not([data-word])' }] })

/** What axe finds, through the protocol of the browser, so that the page's own policy stays as it is. */
export async function faults(page: Page, options: axe.RunOptions = { runOnly: tags }): Promise<string[]> {
  const asked = JSON.stringify({ ...options, resultTypes: ['violations'] })
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(`${axe.source}; axe.configure(${rules})`)
  const { violations } = (await page.evaluate(`axe.run(${asked})`)) as axe.AxeResults
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}

export const colours: axe.RunOptions = { runOnly: ['color-contrast', 'link-in-text-block'] }
export { tags }
