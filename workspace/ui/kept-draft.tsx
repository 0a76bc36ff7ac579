import type { KeptDraft } from '../data/draft.ts'
import { words } from '../words/states.ts'
import { Button } from './button.tsx'

/** Says that a form shows what was typed in it earlier, with a way to start over. */
export function KeptDraftNote({ kept }: { kept: KeptDraft }) {
  if (!kept) return null
  return (
    <p className="kept-draft soft">
      {words.keptDraft} <Button onClick={kept.forget}>{words.startOver}</Button>
    </p>
  )
}
