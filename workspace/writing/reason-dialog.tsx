import type { Ending, WorkProduct } from '@portico/sdk'
import { X } from 'lucide-react'
import { useState } from 'react'
import { portico } from '../data/session.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { CommandDialog } from '../ui/command-form.tsx'
import { TextField } from '../ui/fields.tsx'
import { OverrideField } from '../ui/override-field.tsx'
import { type Confirm, useCommand } from '../ui/use-command.ts'
import { words as endings } from '../words/endings.ts'
import { words as overriding } from '../words/override.ts'
import { words } from '../words/writing.ts'
import { isForbidden, productRenewal, refusalText, useHeldByOther } from './product-command.ts'
import './dialogs.css'

export type Reasoned = 'submit' | 'return' | 'recall' | 'discard'

const most = { submit: 0, return: 50, recall: 1, discard: 1 }

const done = {
  submit: words.actions.submitted,
  return: words.actions.returned,
  recall: words.actions.recalled,
  discard: words.actions.discarded,
}

type Draft = { reasons: readonly string[]; override: string }

const given = ({ reasons }: Draft) => reasons.map((reason) => reason.trim()).filter(Boolean)

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
  const dialog = words.reasons[kind]
  const heldByOther = useHeldByOther(product, kind)
  const [isOverride] = useState(product.actions.override.includes(kind))
  // What was read when the dialog was opened.
  const [version] = useState(product.version)
  const command = useCommand({
    place: `${kind}.${product.id}`,
    draft: (): Draft => ({ reasons: kind === 'submit' ? [] : [''], override: '' }),
    check(draft) {
      if (given(draft).length === 0 && most[kind] > 0) return words.reasons.missing
      return isOverride && !draft.override.trim() ? overriding.missing : undefined
    },
    ends: { caseId, shown },
    run(draft, _, confirm) {
      const inTheirPlace = isOverride ? { override: draft.override.trim() } : {}
      return runners[kind]({ caseId, id: product.id, version, reasons: given(draft), inTheirPlace, confirm })
    },
    renews: productRenewal(caseId),
    done: done[kind],
    problemOf: (error, text) =>
      (isForbidden(error) && heldByOther) || (text === endings.changed ? text : refusalText(error)),
    onDone: onClose,
  })
  const { reasons } = command.draft
  const setReasons = (next: readonly string[]) => command.change({ reasons: next })

  return (
    <CommandDialog
      title={kind === 'submit' && !isOverride ? words.actions.submit : dialog.title}
      className="reasons"
      command={command}
      send={dialog.send}
      back={words.reasons.back}
      onClose={onClose}
    >
      <p className="soft">{dialog.text}</p>
      {kind === 'recall' && product.released ? <p className="warned">{words.reasons.recall.sent}</p> : null}
      {kind === 'return' && product.openComments > 0 ? (
        <p className="soft">{words.reasons.openComments(product.openComments)}</p>
      ) : null}
      {reasons.map((reason, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a reason has nothing else to be known by
        <div key={index} className="reason">
          <TextField
            label={kind === 'return' ? words.reasons.return.reason(index + 1) : words.reasons.recall.reason}
            rows={2}
            maxLength={5000}
            value={reason}
            onChange={(text) => setReasons(reasons.with(index, text))}
          />
          {reasons.length > 1 ? (
            <IconButton
              name={words.reasons.return.remove(index + 1)}
              icon={<X />}
              onClick={() => setReasons(reasons.toSpliced(index, 1))}
            />
          ) : null}
        </div>
      ))}
      {reasons.length < most[kind] ? (
        <div>
          <Button onClick={() => setReasons([...reasons, ''])}>{words.reasons.return.add}</Button>
        </div>
      ) : null}
      {isOverride ? (
        <OverrideField holder={product.actions.heldBy} keptWith="case" {...command.field('override')} />
      ) : null}
    </CommandDialog>
  )
}

type Step = {
  caseId: string
  id: string
  version: number
  reasons: string[]
  inTheirPlace: { override?: string }
  confirm: Confirm
}

const runners: Record<Reasoned, (step: Step) => Promise<unknown>> = {
  submit: ({ caseId, id, version, inTheirPlace, confirm }) =>
    confirm({ submitWorkProduct: { workProductId: id, version, ...inTheirPlace } }, (ends) =>
      portico().workProducts.submit(caseId, id, version, { ...inTheirPlace, ends }),
    ),
  return: ({ caseId, id, version, reasons, inTheirPlace }) =>
    portico().workProducts.return(caseId, id, { version, reasons, ...inTheirPlace }),
  recall: ({ caseId, id, reasons: [why = ''], confirm }) =>
    confirm({ recallWorkProduct: { workProductId: id } }, async (ends) => {
      await portico().workProducts.recall(caseId, id, why, { ends })
      assertRecorded((await portico().workProducts.get(caseId, id)).recalled, why)
    }),
  discard: ({ caseId, id, reasons: [why = ''], confirm }) =>
    confirm({ discardWorkProduct: { workProductId: id } }, async (ends) => {
      await portico().workProducts.discard(caseId, id, why, { ends })
      assertRecorded((await portico().workProducts.get(caseId, id)).discarded, why)
    }),
}

/** What is recalled or discarded already has the reason of whoever was first. */
function assertRecorded(change: { why: string } | undefined, why: string) {
  if (change && change.why !== why) throw new Error(words.reasons.notRecorded)
}
