import type { ChainedEvent } from '../store/events/append.ts'

/** As many as are read within a few seconds. */
const mostPromptPages = 200

/**
 * Whether a commit brings pages whose text can wait: more than a person waits for, such as a large document, a synthetic
 * case or rows of an import; or a letter of ours, which comes with many others that are still to be composed.
 */
export function bringsWhatCanWait(commit: readonly ChainedEvent[]): boolean {
  let pages = 0
  for (const event of commit) {
    if (event.type === 'letter.composed') return true
    if (event.type === 'document.filed' || event.type === 'document.revised')
      pages += event.data?.content.pageCount ?? 0
  }
  return pages > mostPromptPages
}
