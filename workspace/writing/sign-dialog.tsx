import {
  type Blockers,
  PorticoError,
  type Recipient,
  type WorkProduct,
  type WorkProductPreview,
} from '@portico/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useDraft } from '../data/draft.ts'
import { portico, useMe } from '../data/session.ts'
import { draftPdfQuery, findingsQuery, pagesKey, previewQuery, workProductQuery } from '../data/writing.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { EndingList, Unconfirmed, useEnding } from '../ui/ending.tsx'
import { later } from '../ui/later.tsx'
import { OverrideField } from '../ui/override-field.tsx'
import { Failure, Skeleton } from '../ui/states.tsx'
import { words as endings } from '../words/endings.ts'
import { words as overriding } from '../words/override.ts'
import { words } from '../words/writing.ts'
import { isForbidden, useHeldByOther, useProductChange } from './use-product-change.ts'
import '../ui/form.css'
import './dialogs.css'

const DraftPdf = later(
  async () => (await import('./pdf-part.tsx')).DraftPdf,
  <Skeleton lines={12} />,
  Failure,
)

const text = words.sign

/** All that a signature does, on one page, and asked once: what is frozen, who gets it and how, what to know before. */
export function SignDialog({
  caseId,
  product,
  preview: previewNow,
  findings: findingsNow,
  onClose,
  onSigned,
}: {
  caseId: string
  product: WorkProduct
  preview: WorkProductPreview
  findings: Blockers
  onClose: () => void
  onSigned: () => void
}) {
  const id = useId()
  const me = useMe()
  const client = useQueryClient()
  const change = useProductChange(caseId, { isSaidByForm: true })
  const heldByOther = useHeldByOther(product, 'sign')
  // What is read here is what is signed: whatever changes meanwhile is shown first.
  const [read, setRead] = useState({ product, preview: previewNow, findings: findingsNow })
  const [hasRead, setHasRead] = useState(false)
  const [isOverride] = useState(product.actions.override.includes('sign'))
  const [override, setOverride, clearDraft] = useDraft(`sign.${product.id}`, '')
  const [problem, setProblem] = useState('')
  const [isTooEarly, setIsTooEarly] = useState(false)
  const { ending, ...ends } = useEnding(caseId)
  const { preview, findings } = read
  const { blockers, warnings } = findings
  const isSetting = useQuery(draftPdfQuery(caseId, product.id, pagesKey(preview))).isPending
  const waitsFor =
    blockers.length > 0 ? words.actions.cannotSign(blockers.length) : isSetting ? text.setFirst : undefined

  /** Shows what there is now, to be read anew if it is not what was read. */
  async function readAgain() {
    const [product, preview, findings] = await Promise.all([
      client.fetchQuery({ ...workProductQuery(caseId, read.product.id), staleTime: 0 }),
      client.fetchQuery({ ...previewQuery(caseId, read.product.id), staleTime: 0 }),
      client.fetchQuery({ ...findingsQuery(caseId, read.product.id), staleTime: 0 }),
    ])
    const now = [product.version, preview, findings]
    const isSame = JSON.stringify(now) === JSON.stringify([read.product.version, read.preview, read.findings])
    if (!isSame) {
      setRead({ product, preview, findings })
      setHasRead(false)
      ends.forget()
    }
    return { isSame, shown: findings.shown }
  }

  async function sign() {
    const inTheirPlace = isOverride ? { override: override.trim() } : {}
    const { version } = read.product
    const { shown } = read.findings
    const now = await readAgain()
    if (!now.isSame && now.shown === shown) throw new Error(text.changed)
    // Where what would be frozen has changed, the service says which part, and signs nothing.
    if (!now.isSame)
      return portico().workProducts.sign(caseId, product.id, version, { ...inTheirPlace, shown })
    const command = { signWorkProduct: { workProductId: product.id, version, ...inTheirPlace } }
    return ends.send(command, (seen) =>
      portico().workProducts.sign(caseId, product.id, version, { ...inTheirPlace, shown, ends: seen }),
    )
  }

  function taken() {
    clearDraft()
    onSigned()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (change.isPending) return
    setProblem('')
    setIsTooEarly(waitsFor !== undefined)
    if (waitsFor !== undefined) return
    if (warnings.length > 0 && !hasRead) return setProblem(text.acknowledgeFirst)
    if (isOverride && !override.trim()) return setProblem(overriding.missing)
    change.mutate(
      { done: words.actions.signed, run: sign, onTaken: taken },
      {
        onSuccess: onClose,
        onError: (error) => {
          setProblem(error instanceof Unconfirmed ? '' : (isForbidden(error) && heldByOther) || error.message)
          if (!(error instanceof PorticoError) || error.code !== 'conflict') return
          ends.forget()
          readAgain().catch(() => undefined)
        },
      },
    )
  }

  return (
    <Dialog title={text.title} onClose={onClose}>
      <div className="sign-dialog">
        <section className="paper" aria-label={text.pdf}>
          <DraftPdf caseId={caseId} workProductId={product.id} preview={preview} />
        </section>
        <form className="form" onSubmit={submit} noValidate>
          <section>
            <h3>{text.frozen}</h3>
            <p className="soft">{text.frozenText(read.product.title, read.product.version)}</p>
          </section>
          <section>
            <h3>{text.issues}</h3>
            <ol>
              {preview.dispositions.map(
                ({ issueId, number, description, issueType, disposition, evidence }) => (
                  <li key={issueId} data-id={issueId}>
                    <span className="number">{number}.</span> {description ?? issueType.label}{' '}
                    <span className="badge decided">{disposition.label}</span>{' '}
                    <span className="faint">{text.cites(evidence.length)}</span>
                  </li>
                ),
              )}
            </ol>
          </section>
          <section>
            <h3>{text.recipients}</h3>
            <ul>
              {preview.recipients.map((recipient) => (
                <li key={recipient.partyId} data-id={recipient.partyId}>
                  <b>{recipient.name}</b> <span className="soft">{addressOf(recipient)}</span>
                  {recipient.representation?.name ? (
                    <span className="faint"> · {text.represented(recipient.representation.name)}</span>
                  ) : null}
                </li>
              ))}
            </ul>
            <p className="soft">
              {preview.deliveredBy.length > 0 ? text.byBinding(preview.deliveredBy.join(', ')) : text.byHand}
            </p>
          </section>
          {blockers.length > 0 ? (
            <section>
              <h3>{words.findings.blocking}</h3>
              <ul>
                {blockers.map(({ code, sentence }) => (
                  <li key={code + sentence} className="problem">
                    {sentence}
                  </li>
                ))}
              </ul>
            </section>
          ) : null}
          {warnings.length > 0 ? (
            <section>
              <h3>{text.warnings}</h3>
              <ul>
                {warnings.map(({ code, sentence }) => (
                  <li key={code + sentence} className="warned">
                    {sentence}
                  </li>
                ))}
              </ul>
              {blockers.length > 0 ? null : (
                <label className="choice" htmlFor={`${id}-read`}>
                  <input
                    id={`${id}-read`}
                    type="checkbox"
                    checked={hasRead}
                    onChange={({ target }) => setHasRead(target.checked)}
                  />
                  {text.acknowledge(warnings.length)}
                </label>
              )}
            </section>
          ) : null}
          {isOverride ? (
            <OverrideField
              holder={product.actions.heldBy}
              keptWith="signature"
              value={override}
              onChange={setOverride}
            />
          ) : null}
          <EndingList ending={ending} />
          <p className="problem" role="alert">
            {isTooEarly && waitsFor ? waitsFor : problem}
          </p>
          <div className="buttons">
            <span className="soft as">{text.as(me.displayName)}</span>
            <Button onClick={onClose}>{text.back}</Button>
            <Button
              type="submit"
              kind="solid"
              title={waitsFor}
              aria-disabled={change.isPending || waitsFor !== undefined}
            >
              {change.isPending ? text.sending : ending ? endings.sign : text.send}
            </Button>
          </div>
        </form>
      </div>
    </Dialog>
  )
}

function addressOf({ contact }: Recipient): string {
  const [address] = contact?.addresses ?? []
  const [email] = contact?.emails ?? []
  if (!address) return email ?? text.noAddress
  return [...address.lines, address.city, address.region, address.postalCode].filter(Boolean).join(', ')
}
