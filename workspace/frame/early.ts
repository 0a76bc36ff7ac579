import { waitForPage } from '../data/page-first.ts'
import { mayResume, openedClient } from '../data/session.ts'
import { readerAddress } from './reader-address.ts'

/** However slow the page is, the shell waits no longer for it. */
const mostMs = 2500

/**
 * Runs before the shell is there. Whoever comes for a page gets it first: the shell takes as much time of the processor
 * as the page does, and starts when that is drawn.
 */
async function pageFirst() {
  const read = readerAddress(location)
  if (!read || !mayResume()) return
  waitForPage()
  void import('../ui/pdfjs.ts').catch(() => {})
  void openedClient().catch(() => {})
  const [{ showFirstPage }, { holdKeys }] = await Promise.all([
    import('../reading/first-page.ts'),
    import('./held-keys.ts'),
  ])
  const isShown = showFirstPage(read)
  holdKeys()
  const isLate = new Promise<void>((late) => setTimeout(late, mostMs))
  await Promise.race([isShown, isLate])
}

async function startShell() {
  if (document.readyState === 'loading')
    await new Promise((parsed) => document.addEventListener('DOMContentLoaded', parsed, { once: true }))
  const shell = document.querySelector<HTMLLinkElement>('link[as=script]')?.href
  if (shell) await import(/* @vite-ignore */ shell)
}

// Whatever stands in the way of the page, the shell says it.
void pageFirst()
  .catch(() => {})
  .then(startShell)
