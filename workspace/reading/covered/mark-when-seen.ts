import type { Store } from '../../data/store.ts'
import type { Marks } from '../documents/use-marks.ts'
import type { Reading } from '../reading.ts'
import { marksRead } from './coverage-pane.tsx'

/**
 * A document whose last unseen page was just looked at is marked read, unless somebody does not want that. One that was
 * marked unread afterwards stays so.
 */
export function markWhenSeen({ file, page }: Reading, seen: Store<ReadonlySet<number>>, marks: Marks) {
  const document = file.documentOf(page.get())
  if (!document || document.read || !marksRead.get() || !marks.mayMark) return
  for (let at = document.startPage; at <= document.endPage; at++) if (!seen.get().has(at)) return
  void marks.setRead([document], true, true)
}
