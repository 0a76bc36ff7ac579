import type { DecisionVerification, WorkProductSummary } from '@portico/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check, X } from 'lucide-react'
import { useState } from 'react'
import { decisionQuery, verificationQuery, workProductsQuery } from '../data/case.ts'
import { Answer } from '../ui/answer.tsx'
import { Button } from '../ui/button.tsx'
import { day, timeOfDay } from '../ui/dates.ts'
import { Facts } from '../ui/facts.tsx'
import { later } from '../ui/later.tsx'
import { PersonName } from '../ui/person-name.tsx'
import { Failure, Skeleton } from '../ui/states.tsx'
import { words } from '../words/case-page.ts'
import { Section } from './section.tsx'

const text = words.decisions
const SealedPdf = later(async () => (await import('./sealed-pdf.tsx')).SealedPdf, <Skeleton />, Failure)

/** Drafts and decisions; of a signed one the sealed PDF, and whether it is what was signed. */
export function CaseDecisions({ caseId }: { caseId: string }) {
  const query = useQuery(workProductsQuery(caseId))
  return (
    <Section title={text.title} query={query} items={(products) => products} none={text.none}>
      {(products) => (
        <ul>
          {products.map((product) => (
            <Decision key={product.id} caseId={caseId} product={product} />
          ))}
        </ul>
      )}
    </Section>
  )
}

function Decision({ caseId, product }: { caseId: string; product: WorkProductSummary }) {
  const { signed, saved, returned, recalled } = product
  const last = recalled ?? product.released ?? signed ?? product.submitted ?? saved
  return (
    <li className="entry" data-id={product.id}>
      <div className="top">
        <b>
          <Link to="/cases/$caseId/write/$workProductId" params={{ caseId, workProductId: product.id }}>
            {product.title}
          </Link>
        </b>
        <span className={`badge ${signed && !recalled ? 'good' : recalled ? 'bad' : 'open'}`}>
          {text.status[product.status]}
        </span>
      </div>
      <p className="faint">
        {last.by.kind === 'system' ? words.system : <PersonName username={last.by.name} />}, {day(last.at)}
      </p>
      {returned && !signed ? (
        <p className="soft">{`${text.returned}: ${returned.reasons.join('; ')}`}</p>
      ) : null}
      {recalled ? <p className="soft">{recalled.why}</p> : null}
      {signed ? <Signed caseId={caseId} workProductId={product.id} /> : null}
    </li>
  )
}

function Signed({ caseId, workProductId }: { caseId: string; workProductId: string }) {
  const [isShown, setShown] = useState(false)
  const decision = useQuery(decisionQuery(caseId, workProductId)).data
  const verification = useQuery({
    ...verificationQuery(caseId, workProductId),
    enabled: Boolean(decision?.file),
  })
  if (!decision) return null
  if (!decision.file) return <p className="soft">{text.notSealed}</p>
  return (
    <>
      <Answer query={verification} skeleton={<p className="soft">{text.verifying}</p>}>
        {(result) => <Verification result={result} />}
      </Answer>
      <div className="actions">
        <Button aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {isShown ? text.hide : text.show}
        </Button>
      </div>
      {isShown ? <SealedPdf caseId={caseId} workProductId={workProductId} /> : null}
    </>
  )
}

/** What the service has checked, each with its result, and whose seal it is. */
function Verification({
  result: { holds, checks, sealedAt, certificate },
}: {
  result: DecisionVerification
}) {
  return (
    <details className="verification" open={!holds}>
      <summary className={holds ? 'verified' : 'problem'}>{holds ? text.verified : text.broken}</summary>
      <ul>
        {checks.map(({ check, holds: isHeld, fault }) => (
          <li key={check} className={isHeld ? 'soft' : 'problem'} data-check={check}>
            {isHeld ? <Check aria-label={text.held} /> : <X aria-label={text.notHeld} />} {text.checks[check]}
            {fault ? `: ${fault}` : ''}
          </li>
        ))}
      </ul>
      <Facts
        facts={[
          [text.sealedAt, sealedAt && `${day(sealedAt)}, ${timeOfDay(sealedAt)}`],
          [text.certificate, certificate?.subject],
          [text.issuer, certificate?.isSelfSigned ? text.selfSigned : certificate?.issuer],
          [text.valid, certificate && `${day(certificate.validFrom)} – ${day(certificate.validTo)}`],
          [text.fingerprint, certificate?.fingerprint],
        ]}
      />
    </details>
  )
}
