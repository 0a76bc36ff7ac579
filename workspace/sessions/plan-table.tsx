import type { SessionPlan } from '@portico/sdk'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { words } from '../words/sessions.ts'
import { namesOf, SlotTime } from './slot-time.tsx'

const text = words.plan

export type Planned = SessionPlan['sessions'][number]

/** What a plan would do, or did, with each session and why. */
export function PlanTable({
  label,
  plan,
  action,
}: {
  label: string
  plan: SessionPlan
  action?: (planned: Planned) => ReactNode
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

export function ResultBadge({ state }: { state: Planned['state'] }) {
  const look = state === 'placed' ? 'good' : state === 'refused' ? 'bad' : ''
  return <span className={`badge ${look}`}>{text.state[state]}</span>
}
