import type { DecisionPackage, DecisionVerification, Delivery, WorkProduct } from '@portico/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check, Circle, LoaderCircle, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { decisionQuery, deliveriesQuery, verificationQuery } from '../data/case.ts'
import { useHolderName } from '../data/holder-name.ts'
import { useNameOf } from '../data/people.ts'
import { useMay } from '../data/session.ts'
import { moment } from '../ui/dates.ts'
import { words as caseWords } from '../words/case-page.ts'
import { words } from '../words/writing.ts'

const text = words.outcome

type Override = NonNullable<DecisionPackage['override']>
type Signed = NonNullable<WorkProduct['signed']>
type StepState = 'done' | 'waiting' | 'next' | 'failed'

/** From the signature on: seal, verification, release and each delivery, as they happen. */
export function Outcome({
  caseId,
  product,
  signed,
}: {
  caseId: string
  product: WorkProduct
  signed: Signed
}) {
  const decision = useQuery(decisionQuery(caseId, product.id)).data
  const file = decision?.file
  const verification = useQuery({ ...verificationQuery(caseId, product.id), enabled: Boolean(file) }).data
  const mayRead = useMay('readTasks')
  const owed = useQuery({ ...deliveriesQuery(caseId), enabled: mayRead }).data
  const deliveries = owed?.filter(({ workProductId }) => workProductId === product.id) ?? []
  const { released, cleared, recalled } = product
  const nameOf = (partyId: string) =>
    decision?.package.recipients.find((one) => one.partyId === partyId)?.name ?? partyId
  return (
    <ol className="steps" aria-label={text.title} aria-live="polite">
      <Step state="done" name={text.signed}>
        <By name={signed.by.name} at={signed.at} />
        {decision?.package.override ? <SignedFor override={decision.package.override} /> : null}
        <span className="hash" title={signed.packageSha256}>
          {text.hash} {signed.packageSha256.slice(0, 16)}…
        </span>
      </Step>
      <Step state={file ? 'done' : 'next'} name={file ? text.sealed : text.sealing}>
        {verification?.sealedAt ? moment(verification.sealedAt) : null}
      </Step>
      <Verified file={Boolean(file)} verification={verification} />
      <Step state={released ? 'done' : file ? 'next' : 'waiting'} name={text.released}>
        {released ? moment(released.at) : cleared ? text.waitsSeal : text.waitsClearance}
      </Step>
      {recalled ? (
        <Step state="failed" name={text.recalled}>
          <By name={recalled.by.name} at={recalled.at} />
          <p>{recalled.why}</p>
        </Step>
      ) : null}
      {mayRead ? (
        <Step state={stateOf(deliveries)} name={text.deliveries}>
          {deliveries.length === 0 ? (released ? text.noDeliveries : text.noneDue) : null}
          <ul>
            {deliveries.map((delivery) => (
              <Delivered key={delivery.id} delivery={delivery} name={nameOf(delivery.partyId)} />
            ))}
          </ul>
          {deliveries.some(({ status }) => status === 'failed') ? (
            <Link className="way" to="/cases/$caseId" params={{ caseId }} activeOptions={{ exact: true }}>
              {words.findings.task}
            </Link>
          ) : null}
        </Step>
      ) : null}
    </ol>
  )
}

function Verified({ file, verification }: { file: boolean; verification: DecisionVerification | undefined }) {
  if (!verification)
    return <Step state={file ? 'next' : 'waiting'} name={file ? text.verifying : text.verified} />
  const { holds, checks, certificate } = verification
  return (
    <Step state={holds ? 'done' : 'failed'} name={holds ? text.verified : text.broken}>
      {holds ? null : <p className="problem">{text.notRelied}</p>}
      <details open={!holds}>
        <summary>{caseWords.decisions[holds ? 'verified' : 'broken']}</summary>
        <ul>
          {checks.map(({ check, holds: isHeld, fault }) => (
            <li key={check} className={isHeld ? '' : 'problem'} data-check={check}>
              {caseWords.decisions.checks[check]}
              {fault ? `: ${fault}` : ''}
            </li>
          ))}
          {certificate ? <li>{`${caseWords.decisions.certificate} ${certificate.subject}`}</li> : null}
        </ul>
      </details>
    </Step>
  )
}

function Delivered({
  delivery: { id, status, channel, sentAt, tracking, why },
  name,
}: {
  delivery: Delivery
  name: string
}) {
  const facts = [
    status === 'receipted' && channel && sentAt ? text.sent(channel, moment(sentAt)) : undefined,
    status === 'receipted' && tracking ? text.tracking(tracking) : undefined,
    why,
  ].filter(Boolean)
  return (
    <li data-id={id} className={`delivery ${status}`}>
      <b>{name}</b> <span className={`badge ${status}`}>{text.delivery[status]}</span>
      {facts.length > 0 ? <p>{facts.join(' · ')}</p> : null}
    </li>
  )
}

function stateOf(deliveries: readonly Delivery[]): StepState {
  if (deliveries.some(({ status }) => status === 'failed')) return 'failed'
  if (deliveries.length === 0) return 'waiting'
  return deliveries.every(({ status }) => status !== 'owed') ? 'done' : 'next'
}

const icons: Record<StepState, ReactNode> = {
  done: <Check aria-hidden="true" />,
  next: <LoaderCircle aria-hidden="true" />,
  waiting: <Circle aria-hidden="true" />,
  failed: <X aria-hidden="true" />,
}

function Step({ state, name, children }: { state: StepState; name: string; children?: ReactNode }) {
  const said = state === 'next' ? text.waiting : text[state]
  return (
    <li className={`step ${state}`} data-step={state}>
      {icons[state]}
      <div>
        <b>{name}</b> <span className="hidden-visually">{said}</span>
        <div className="soft">{children}</div>
      </div>
    </li>
  )
}

function SignedFor({ override: { why, holder } }: { override: Override }) {
  const name = useHolderName(holder)
  return <p>{name ? words.holder.signedFor(name, why) : words.holder.signedForNobody(why)}</p>
}

function By({ name, at }: { name: string; at: string }) {
  return <span>{text.by(useNameOf(name), moment(at))}</span>
}
