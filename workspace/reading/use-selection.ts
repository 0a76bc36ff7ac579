import type { PageText } from '@portico/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { keys } from '../data/keys.ts'
import type { Store } from '../data/store.ts'
import type { TextSelection } from './pages/selection.ts'
import { selectedWords } from './pages/text-layer.ts'

/** Follows what the mouse selects on a page. It takes over from the caret where it selects words. */
export function useSelection(
  caseId: string,
  selection: Store<TextSelection | undefined>,
  hasCaret: boolean,
  dropCaret: () => void,
) {
  const client = useQueryClient()
  useEffect(() => {
    const textOf = (page: number) => client.getQueryData<PageText>([...keys.of(caseId, 'texts'), page])
    const follow = () => {
      const isInPages = document.getSelection()?.anchorNode?.parentElement?.closest('.pages')
      const selected = isInPages ? selectedWords(textOf) : undefined
      if (hasCaret && !selected) return
      if (hasCaret) dropCaret()
      selection.set(selected)
    }
    document.addEventListener('selectionchange', follow)
    // A key that is pressed at once may overtake the event of the selection that it is meant for.
    document.addEventListener('keydown', follow, true)
    return () => {
      document.removeEventListener('selectionchange', follow)
      document.removeEventListener('keydown', follow, true)
    }
  }, [client, caseId, selection, hasCaret, dropCaret])
}
