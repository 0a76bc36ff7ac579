import type { Blockers, Recipient, WorkProduct, WorkProductPreview } from '@portico/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { portico, useMe } from '../data/session.ts'
import { draftPdfQuery, findingsQuery, pagesKey, previewQuery, workProductQuery } from '../data/writing.ts'
import { Button } from '../ui/button.tsx'
import { CommandForm } from '../ui/command-form.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { CheckField } from '../ui/fields.tsx'
import { later } from '../ui/later.tsx'
import { OverrideField } from '../ui/override-field.tsx'
import { Failure, Skeleton } from '../ui/states.tsx'
import { isConflict, useCommand } from '../ui/use-command.ts'
import { words as endings } from '../words/endings.ts'
import { words as overriding } from '../words/override.ts'
import { words } from '../words/writing.ts'
import { isForbidden, productRenewal, useHeldByOther } from './product-command.ts'
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
  const me = useMe()
  const heldByOther = useHeldByOther(product, 'sign')
  const { read, readAgain, hasRead, setHasRead } = useReading({
    caseId,
    product,
    preview: previewNow,
    findings: findingsNow,
  })
  const { preview, findings } = read
  const { blockers, warnings } = findings
  const [isOverride] = useState(product.actions.override.includes('sign'))
  const isSetting = useQuery(draftPdfQuery(caseId, product.id, pagesKey(preview))).isPending
  const waitsFor =
    blockers.length > 0 ? words.actions.cannotSign(blockers.length) : isSetting ? text.setFirst : undefined

  const command = useCommand({
    place: `sign.${product.id}.form`,
    draft: { override: '' },
    check({ override }) {
      if (warnings.length > 0 && !hasRead) return text.acknowledgeFirst
      return isOverride && !override.trim() ? overriding.missing : undefined
    },
    ends: { caseId },
    async run({ override }, _, confirm): Promise<unknown> {
      const inTheirPlace = isOverride ? { override: override.trim() } : {}
      const { version } = read.product
      const { shown } = read.findings
      const { workProducts } = portico()
      const current = await readAgain()
      if (!current.isSame) command.forgetEnding()
      if (!current.isSame && current.shown === shown) throw new Error(text.changed)
      // Where what would be frozen has changed, the service says which part, and signs nothing.
      if (!current.isSame) return workProducts.sign(caseId, product.id, version, { ...inTheirPlace, shown })
      return confirm({ signWorkProduct: { workProductId: product.id, version, ...inTheirPlace } }, (ends) =>
        workProducts.sign(caseId, product.id, version, { ...inTheirPlace, shown, ends }),
      )
    },
    renews: productRenewal(caseId),
    done: words.actions.signed,
    problemOf: (error) => (isForbidden(error) && heldByOther) || error.message,
    onDone: onSigned,
    onRenewed: onClose,
    onFailed(error) {
      if (!isConflict(error)) return
      command.forgetEnding()
      readAgain().catch(() => undefined)
    },
  })

  return (
    <Dialog title={text.title} onClose={onClose}>
      <div className="sign-dialog">
        <section className="paper" aria-label={text.pdf}>
          <DraftPdf caseId={caseId} workProductId={product.id} preview={preview} />
        </section>
        <CommandForm
          command={command}
          send={command.isPending ? text.sending : text.send}
          confirm={command.isPending ? text.sending : endings.sign}
          waitsFor={waitsFor}
          beside={
            <>
              <span className="soft as">{text.as(me.displayName)}</span>
              <Button onClick={onClose}>{text.back}</Button>
            </>
          }
        >
          <Frozen product={read.product} preview={preview} />
          {blockers.length > 0 ? (
            <Sentences title={words.findings.blocking} className="problem" findings={blockers} />
          ) : null}
          {warnings.length > 0 ? (
            <Sentences title={text.warnings} className="warned" findings={warnings}>
              {blockers.length > 0 ? null : (
                <CheckField label={text.acknowledge(warnings.length)} value={hasRead} onChange={setHasRead} />
              )}
            </Sentences>
          ) : null}
          {isOverride ? (
            <OverrideField
              holder={product.actions.heldBy}
              keptWith="signature"
              {...command.field('override')}
            />
          ) : null}
        </CommandForm>
      </div>
    </Dialog>
  )
}

type Read = { product: WorkProduct; preview: WorkProductPreview; findings: Blockers }

/** What is read in the dialog is what is signed: whatever changes meanwhile is shown first. */
function useReading({ caseId, ...opened }: Read & { caseId: string }) {
  const client = useQueryClient()
  const [read, setRead] = useState<Read>(opened)
  const [hasRead, setHasRead] = useState(false)

  /** Shows what there is now, to be read anew if it is not what was read. */
  async function readAgain() {
    const { id } = read.product
    const [product, preview, findings] = await Promise.all([
      client.fetchQuery({ ...workProductQuery(caseId, id), staleTime: 0 }),
      client.fetchQuery({ ...previewQuery(caseId, id), staleTime: 0 }),
      client.fetchQuery({ ...findingsQuery(caseId, id), staleTime: 0 }),
    ])
    const current = JSON.stringify([product.version, preview, findings])
    const isSame = current === JSON.stringify([read.product.version, read.preview, read.findings])
    if (!isSame) {
      setRead({ product, preview, findings })
      setHasRead(false)
    }
    return { isSame, shown: findings.shown }
  }

  return { read, readAgain, hasRead, setHasRead }
}

/** What a signature freezes, and who gets it. */
function Frozen({ product, preview }: Pick<Read, 'product' | 'preview'>) {
  return (
    <>
      <section>
        <h3>{text.frozen}</h3>
        <p className="soft">{text.frozenText(product.title, product.version)}</p>
      </section>
      <section>
        <h3>{text.issues}</h3>
        <ol>
          {preview.dispositions.map(({ issueId, number, description, issueType, disposition, evidence }) => (
            <li key={issueId} data-id={issueId}>
              <span className="number">{number}.</span> {description ?? issueType.label}{' '}
              <span className="badge decided">{disposition.label}</span>{' '}
              <span className="faint">{text.cites(evidence.length)}</span>
            </li>
          ))}
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
    </>
  )
}

function Sentences({
  title,
  className,
  findings,
  children,
}: {
  title: string
  className: string
  findings: Blockers['blockers']
  children?: ReactNode
}) {
  return (
    <section>
      <h3>{title}</h3>
      <ul>
        {findings.map(({ code, sentence }) => (
          <li key={code + sentence} className={className}>
            {sentence}
          </li>
        ))}
      </ul>
      {children}
    </section>
  )
}

function addressOf({ contact }: Recipient): string {
  const [address] = contact?.addresses ?? []
  const [email] = contact?.emails ?? []
  if (!address) return email ?? text.noAddress
  return [...address.lines, address.city, address.region, address.postalCode].filter(Boolean).join(', ')
}
