import type { SessionPlan } from '@portico/sdk'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId, useState } from 'react'
import { sessionKeys } from '../data/scheduling.ts'
import { portico } from '../data/session.ts'
import { toast } from '../ui/toasts.tsx'
import { useCommand } from '../ui/use-command.ts'
import { words } from '../words/sessions.ts'
import { namesOf, SlotTime } from './slot-time.tsx'

const text = words.plan

export type Planned = SessionPlan['sessions'][number]

/** What a plan would do, or did, with each session and why. */
export function PlanTable({
  label,
  plan,
  action,
  consents,
}: {
  label: string
  plan: SessionPlan
  action?: (planned: Planned) => ReactNode
  /** Who has agreed to what needs it. */
  consents: Consents
}) {
  const isMove = plan.kind === 'repair'
  return (
    <>
      {plan.isBest ? null : <p className="warn">{text.notBest}</p>}
      {plan.unasked ? (
        <p className="warn">{words.place.unasked(plan.unasked.binding, plan.unasked.why)}</p>
      ) : null}
      <table className="plain-table" aria-label={label}>
        <thead>
          <tr>
            <th scope="col">{words.columns.rank}</th>
            <th scope="col">{words.columns.case}</th>
            {isMove ? <th scope="col">{words.columns.from}</th> : null}
            <th scope="col">{isMove ? words.columns.to : words.columns.when}</th>
            <th scope="col">{words.columns.who}</th>
            <th scope="col">{words.columns.reasons}</th>
            <th scope="col">{words.columns.result}</th>
          </tr>
        </thead>
        <tbody>
          {plan.sessions.map((one) => (
            <tr key={one.sessionId} data-id={one.sessionId}>
              <td className="number">{one.rank}</td>
              <th scope="row" className="number">
                <Link to="/sessions/$sessionId" params={{ sessionId: one.sessionId }}>
                  {one.docketNumber}
                </Link>
                <small>{words.kind[one.kind]}</small>
              </th>
              {isMove ? <td>{one.from ? <SlotTime slot={one.from} /> : null}</td> : null}
              <td>
                {one.slot ? <SlotTime slot={one.slot} /> : <span className="faint">{text.noSlot}</span>}
              </td>
              <td>{namesOf(one.participants)}</td>
              <td className="soft">
                {one.reasons.join(' ')}
                {one.peopleMoved === undefined ? null : <small>{text.peopleMoved(one.peopleMoved)}</small>}
                {one.needsConsent && one.state === 'proposed' ? (
                  <ConsentField of={one} {...consents} />
                ) : null}
              </td>
              <td>
                {action?.(one) ?? <ResultBadge state={one.state} />}
                {one.why ? <small>{one.why}</small> : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

type Consents = {
  given: Readonly<Record<string, string>>
  give: (sessionId: string, consent: string) => void
}

/** Who has agreed to which sessions of a plan, as it is typed. */
export function useConsents() {
  const [given, setGiven] = useState<Readonly<Record<string, string>>>({})
  const of = (sessionId: string) => given[sessionId]?.trim() ?? ''
  return {
    consents: {
      given,
      give: (sessionId: string, consent: string) => setGiven({ ...given, [sessionId]: consent }),
    } satisfies Consents,
    /** Whether it can be accepted: it needs no consent, or has it. */
    isAgreed: ({ sessionId, needsConsent }: Planned) => needsConsent === undefined || of(sessionId) !== '',
    /** As an acceptance of these carries them. */
    acceptanceOf(sessionIds: string[]) {
      const consents = sessionIds
        .map((sessionId) => ({ sessionId, consent: of(sessionId) }))
        .filter(({ consent }) => consent !== '')
      return { sessionIds, ...(consents.length > 0 ? { consents } : {}) }
    },
    forget: () => setGiven({}),
  }
}

function ConsentField({ of, given, give }: { of: Planned } & Consents) {
  const id = useId()
  return (
    <span className="field consent">
      <span className="warn">{`${of.needsConsent}.`}</span>
      <label htmlFor={id}>{text.consent(of.docketNumber)}</label>
      <input
        id={id}
        maxLength={2000}
        value={given[of.sessionId] ?? ''}
        onChange={({ target }) => give(of.sessionId, target.value)}
      />
    </span>
  )
}

export function ResultBadge({ state }: { state: Planned['state'] }) {
  const look = state === 'placed' ? 'good' : state === 'refused' ? 'bad' : ''
  return <span className={`badge ${look}`}>{text.state[state]}</span>
}

/** Accepts sessions of a plan, and says how many were placed and how many refused. */
export function useAcceptance(
  acceptanceOf: ReturnType<typeof useConsents>['acceptanceOf'],
  counted: (placed: number, refused: number) => string,
) {
  return useCommand({
    run: (_, { planId, sessionIds }: { planId: string; sessionIds: string[] }) =>
      portico().sessionPlans.accept(planId, acceptanceOf(sessionIds)),
    renews: sessionKeys,
    onDone({ sessions }) {
      const count = (state: Planned['state']) => sessions.filter((planned) => planned.state === state).length
      toast(counted(count('placed'), count('refused')), { isBad: count('refused') > 0 })
    },
  })
}
