import { waitForPage } from '../data/page-first.ts'
import { mayResume, openedClient } from '../data/session.ts'
import { readerAddress } from './reader-address.ts'

/** The shell waits no longer for the page. */
const maxWaitMs = 2500

/**
 * Runs before the shell is there. A page that the address names comes first: the shell takes as much processor time as
 * the page, and starts when that is drawn.
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
  const isLate = new Promise<void>((late) => setTimeout(late, maxWaitMs))
  await Promise.race([isShown, isLate])
}

async function startShell() {
  if (document.readyState === 'loading')
    await new Promise((parsed) => document.addEventListener('DOMContentLoaded', parsed, { once: true }))
  const shell = document.querySelector<HTMLLinkElement>('link[as=script]')?.href
  if (shell) await import(/* @vite-ignore */ shell)
}

// Errors are reported by the shell.
void pageFirst()
  .catch(() => {})
  .then(startShell)
