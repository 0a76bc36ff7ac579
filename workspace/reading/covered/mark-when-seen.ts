import type { Store } from '../../data/store.ts'
import type { Marks } from '../documents/use-marks.ts'
import type { Reading } from '../reading.ts'
import { marksRead } from './coverage-pane.tsx'

/**
 * Marks a document as read once its last unseen page was looked at, unless the reader does not want that. A document that
 * was marked unread afterwards stays so.
 */
export function markWhenSeen({ file, page }: Reading, seen: Store<ReadonlySet<number>>, marks: Marks) {
  const document = file.documentOf(page.get())
  if (!document || document.read || !marksRead.get() || !marks.mayMark) return
  for (let number = document.startPage; number <= document.endPage; number++)
    if (!seen.get().has(number)) return
  void marks.setRead([document], true, true)
}
