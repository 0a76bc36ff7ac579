import type { ChainedEvent } from '../store/events.ts'

/** As many as are read within a few seconds. */
const mostPromptPages = 200

/** Whether a commit brings more pages than a person waits for: a large document, a synthetic case, rows of an import. */
export function bringsMuch(commit: readonly ChainedEvent[]): boolean {
  let pages = 0
  for (const event of commit) {
    if (event.type === 'document.filed' || event.type === 'document.revised')
      pages += event.data?.content.pageCount ?? 0
  }
  return pages > mostPromptPages
}
