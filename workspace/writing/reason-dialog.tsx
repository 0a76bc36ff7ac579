import type { Ending, WorkProduct } from '@portico/sdk'
import { X } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { useDraft } from '../data/draft.ts'
import { portico } from '../data/session.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { EndingList, useEnding } from '../ui/ending.tsx'
import { KeptDraftNote } from '../ui/kept-draft.tsx'
import { OverrideField } from '../ui/override-field.tsx'
import { words as endings } from '../words/endings.ts'
import { words as overriding } from '../words/override.ts'
import { words } from '../words/writing.ts'
import { isForbidden, refusalText, useHeldByOther, useProductChange } from './use-product-change.ts'
import '../ui/form.css'
import './dialogs.css'

export type Reasoned = 'submit' | 'return' | 'recall' | 'discard'

const most = { submit: 0, return: 50, recall: 1, discard: 1 }

/** What needs a reason: to return, to recall, to discard, and to act in the place of whoever holds the task. What is typed is kept until the service has taken it. */
export function ReasonDialog({
  caseId,
  product,
  kind,
  shown,
  onClose,
}: {
  caseId: string
  product: WorkProduct
  kind: Reasoned
  /** What would end, where that is known already. */
  shown?: Ending | undefined
  onClose: () => void
}) {
  const id = useId()
  const said = words.reasons[kind]
  const change = useProductChange(caseId, { isSaidByForm: true })
  const heldByOther = useHeldByOther(product, kind)
  const [draft, setDraft, clearDraft, kept] = useDraft(`${kind}.${product.id}`, () => ({
    reasons: kind === 'submit' ? [] : [''],
    override: '',
  }))
  const { reasons, override } = draft
  const { ending, ...ends } = useEnding(caseId, shown)
  const setReasons = (next: string[]) => setDraft({ ...draft, reasons: next })
  const [isOverride] = useState(product.actions.override.includes(kind))
  const [problem, setProblem] = useState('')
  // What was read when the dialog was opened.
  const [version] = useState(product.version)
  const given = reasons.map((reason) => reason.trim()).filter(Boolean)
  const label = (index: number) =>
    kind === 'return' ? words.reasons.return.reason(index + 1) : words.reasons.recall.reason

  function run() {
    const { workProducts } = portico()
    const [why = ''] = given
    const inTheirPlace = isOverride ? { override: override.trim() } : {}
    const of = { workProductId: product.id }
    if (kind === 'submit')
      return ends.send({ submitWorkProduct: { ...of, version, ...inTheirPlace } }, (seen) =>
        workProducts.submit(caseId, product.id, version, { ...inTheirPlace, ends: seen }),
      )
    if (kind === 'return')
      return workProducts.return(caseId, product.id, { version, reasons: given, ...inTheirPlace })
    if (kind === 'recall')
      return ends.send({ recallWorkProduct: of }, async (seen) => {
        await workProducts.recall(caseId, product.id, why, { ends: seen })
        assertRecorded((await workProducts.get(caseId, product.id)).recalled, why)
      })
    return ends.send({ discardWorkProduct: of }, async (seen) => {
      await workProducts.discard(caseId, product.id, why, { ends: seen })
      assertRecorded((await workProducts.get(caseId, product.id)).discarded, why)
    })
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (given.length === 0 && most[kind] > 0) return setProblem(words.reasons.missing)
    if (isOverride && !override.trim()) return setProblem(overriding.missing)
    if (change.isPending) return
    setProblem('')
    const done = {
      submit: words.actions.submitted,
      return: words.actions.returned,
      recall: words.actions.recalled,
      discard: words.actions.discarded,
    }
    change.mutate(
      { done: done[kind], run, onTaken: clearDraft },
      {
        onSuccess: onClose,
        onError: (error) =>
          setProblem((isForbidden(error) && heldByOther) || ends.problemOf(error, refusalText)),
      },
    )
  }

  return (
    <Dialog title={kind === 'submit' && !isOverride ? words.actions.submit : said.title} onClose={onClose}>
      <KeptDraftNote kept={kept} />
      <form className="form reasons" onSubmit={submit} noValidate>
        <p className="soft">{said.text}</p>
        {kind === 'recall' && product.released ? <p className="warned">{words.reasons.recall.sent}</p> : null}
        {kind === 'return' && product.openComments > 0 ? (
          <p className="soft">{words.reasons.openComments(product.openComments)}</p>
        ) : null}
        {reasons.map((reason, index) => {
          const field = `${id}-${index}`
          return (
            <div key={field} className="field">
              <label htmlFor={field}>{label(index)}</label>
              <div className="reason">
                <textarea
                  id={field}
                  rows={2}
                  maxLength={5000}
                  value={reason}
                  aria-describedby={`${id}-problem`}
                  onChange={({ target }) => setReasons(reasons.with(index, target.value))}
                />
                {reasons.length > 1 ? (
                  <IconButton
                    name={words.reasons.return.remove(index + 1)}
                    icon={<X />}
                    onClick={() => setReasons(reasons.toSpliced(index, 1))}
                  />
                ) : null}
              </div>
            </div>
          )
        })}
        {reasons.length < most[kind] ? (
          <div>
            <Button onClick={() => setReasons([...reasons, ''])}>{words.reasons.return.add}</Button>
          </div>
        ) : null}
        {isOverride ? (
          <OverrideField
            holder={product.actions.heldBy}
            keptWith="case"
            value={override}
            onChange={(next) => setDraft({ ...draft, override: next })}
          />
        ) : null}
        <EndingList ending={ending} />
        <div id={`${id}-problem`} className="problem" role="alert">
          {problem}
        </div>
        <div className="buttons">
          <Button onClick={onClose}>{words.reasons.back}</Button>
          <Button type="submit" kind="solid" aria-disabled={change.isPending}>
            {ending ? endings.confirm : said.send}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** What is recalled or discarded already is so for the reason of whoever was first. */
function assertRecorded(done: { why: string } | undefined, why: string) {
  if (done && done.why !== why) throw new Error(words.reasons.notRecorded)
}
