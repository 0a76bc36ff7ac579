import type { ListedSession } from '@portico/sdk'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { placedQuery } from '../data/scheduling.ts'
import { portico, useMay } from '../data/session.ts'
import { Answer } from '../ui/answer.tsx'
import { Button } from '../ui/button.tsx'
import { State } from '../ui/states.tsx'
import { useCommand } from '../ui/use-command.ts'
import { words as lists } from '../words/lists.ts'
import { words } from '../words/sessions.ts'
import { PlanTable, ResultBadge, useAcceptance, useConsents } from './plan-table.tsx'
import { namesOf, SlotTime } from './slot-time.tsx'

const text = words.conflicts

/** The sessions that something has come between, and where they could go instead. */
export function Conflicts() {
  const found = useInfiniteQuery(placedQuery({ isConflicted: true }))
  const sessions = found.data?.pages.flatMap((page) => page.sessions) ?? []
  const mayMove = useMay('manageSessions')
  const { consents, isAgreed, acceptanceOf, forget } = useConsents()
  const accept = useAcceptance(acceptanceOf, text.done)
  const propose = useCommand({
    run: (_, sooner: { withinNotice?: true }) => portico().sessionPlans.repairs(sooner),
    onDone() {
      accept.reset()
      forget()
    },
  })
  const plan = accept.answer ?? propose.answer
  const repairs = (plan?.sessions ?? [])
    .filter((one) => one.state === 'proposed' && one.slot && isAgreed(one))
    .map(({ sessionId }) => sessionId)
  const problem = propose.problem || accept.problem
  return (
    <>
      <header className="screen-head">
        <h1>{words.parts.conflicts}</h1>
        <span className="soft" role="status">
          {found.data ? words.count(lists.count(sessions.length, !found.hasNextPage)) : ''}
        </span>
        <span className="right">
          {sessions.length > 0 ? (
            <Button onClick={() => propose.send({})} disabled={propose.isPending}>
              {propose.isPending ? text.proposing : text.propose}
            </Button>
          ) : null}
          {plan?.sessions.some(({ slot, state }) => !slot && state === 'left') ? (
            <Button onClick={() => propose.send({ withinNotice: true })} disabled={propose.isPending}>
              {text.proposeSooner}
            </Button>
          ) : null}
          {plan && mayMove && repairs.length > 0 ? (
            <Button
              kind="solid"
              disabled={accept.isPending}
              onClick={() => accept.send({ planId: plan.id, sessionIds: repairs })}
            >
              {text.accept(repairs.length)}
            </Button>
          ) : null}
        </span>
      </header>
      <div className="scrolled padded">
        <p className="problem" role="alert">
          {problem}
        </p>
        {plan ? (
          <section className="plan">
            <h2>{words.plan.title}</h2>
            {plan.sessions.some(({ slot }) => slot) ? null : <p role="status">{text.none}</p>}
            <PlanTable
              label={words.plan.title}
              plan={plan}
              consents={consents}
              action={(one) =>
                one.state === 'proposed' && one.slot && mayMove && repairs.length > 1 && isAgreed(one) ? (
                  <Button
                    disabled={accept.isPending}
                    onClick={() => accept.send({ planId: plan.id, sessionIds: [one.sessionId] })}
                  >
                    {text.acceptOne}
                  </Button>
                ) : (
                  <ResultBadge state={one.state} />
                )
              }
            />
          </section>
        ) : null}
        <Answer query={found}>
          {() =>
            sessions.length === 0 ? (
              plan ? null : (
                <State title={text.empty.title}>{text.empty.text}</State>
              )
            ) : (
              <ConflictTable sessions={sessions} />
            )
          }
        </Answer>
        {found.hasNextPage ? <Button onClick={() => void found.fetchNextPage()}>{lists.more}</Button> : null}
      </div>
    </>
  )
}

const ConflictTable = ({ sessions }: { sessions: readonly ListedSession[] }) => (
  <table className="plain-table" aria-label={words.parts.conflicts}>
    <thead>
      <tr>
        <th scope="col">{words.columns.case}</th>
        <th scope="col">{words.columns.when}</th>
        <th scope="col">{words.columns.who}</th>
        <th scope="col">{text.stands}</th>
      </tr>
    </thead>
    <tbody>
      {sessions.map(({ caseName, docketNumber, session }) => (
        <tr key={session.id} data-id={session.id}>
          <th scope="row">
            <Link to="/sessions/$sessionId" params={{ sessionId: session.id }}>
              {caseName}
            </Link>
            <small className="number">{docketNumber}</small>
          </th>
          <td>{session.slot ? <SlotTime slot={session.slot} /> : null}</td>
          <td>{namesOf(session.participants)}</td>
          <td className="bad">{session.conflicts?.map(({ why }) => why).join(' ')}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
