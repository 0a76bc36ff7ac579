import type { Profile, QueuedTask } from '@portico/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { DraftLink, useCurrentDraft } from '../cases/draft-link.tsx'
import { TaskActions } from '../cases/task-actions.tsx'
import { useLiveCase } from '../data/live.ts'
import { labelIn } from '../data/profile.ts'
import { useMay } from '../data/session.ts'
import { caseStateQuery, taskQuery } from '../data/work.ts'
import { Answer } from '../ui/answer.tsx'
import { day } from '../ui/dates.ts'
import { HolderName } from '../ui/holder-name.tsx'
import { PersonName } from '../ui/person-name.tsx'
import { useShortcuts } from '../ui/shortcuts.ts'
import { Skeleton } from '../ui/states.tsx'
import { words as drafts } from '../words/draft-link.ts'
import { words } from '../words/work.ts'
import { reasonOf, ruleOf } from './reason.ts'
import { Due } from './task-columns.tsx'

/** The current task in short: where its case stands and why, what comes next, and what may be done. */
export function Peek({ task, profile }: { task: QueuedTask; profile: Profile | undefined }) {
  const state = useQuery(caseStateQuery(task.caseId))
  const whole = useQuery(taskQuery(task.caseId, task.id))
  const draft = useCurrentDraft(task.caseId, useMay('readDeliberations'))
  useLiveCase(task.caseId, state.data?.version)
  const navigate = useNavigate()
  const { caseId } = task
  useShortcuts(
    words.peek.label,
    draft
      ? [
          {
            keys: ['w'],
            name: drafts.key,
            run: () =>
              void navigate({
                to: '/cases/$caseId/write/$workProductId',
                params: { caseId, workProductId: draft.id },
              }),
          },
        ]
      : [],
  )
  const rule = ruleOf(task, profile)
  const kinds = [labelIn(profile?.caseTypes, task.caseType), labelIn(profile?.dockets, task.docket)].filter(
    Boolean,
  )
  return (
    <aside className="peek" aria-label={words.peek.label}>
      <div>
        <h2>{task.caseName}</h2>
        <span className="soft">{[task.docketNumber, ...kinds].join(' · ')}</span>
      </div>
      <div className="actions">
        <Link className="button solid" to="/cases/$caseId/read" params={{ caseId: task.caseId }}>
          {words.peek.openReader} <kbd>↵</kbd>
        </Link>
        {draft ? (
          <DraftLink className="button" caseId={task.caseId} draft={draft}>
            {drafts.open[draft.status]} <kbd>w</kbd>
          </DraftLink>
        ) : null}
        <Link className="button" to="/cases/$caseId" params={{ caseId: task.caseId }}>
          {words.peek.openCase}
        </Link>
      </div>
      <Answer query={state} skeleton={<Skeleton lines={5} />}>
        {({ why, next, assignee, enteredStepAt }) => (
          <dl className="facts">
            <dt>{words.peek.state}</dt>
            <dd>{why}</dd>
            {assignee ? (
              <>
                <dt>{words.peek.people}</dt>
                <dd>
                  <HolderName holder={assignee} profile={profile} />, {day(enteredStepAt)}
                </dd>
              </>
            ) : null}
            <dt>{words.peek.why}</dt>
            <dd>
              {reasonOf(task, profile)}
              {rule ? <span className="faint"> · {rule}</span> : null}
            </dd>
            {next ? (
              <>
                <dt>{words.peek.next}</dt>
                <dd>{next}</dd>
              </>
            ) : null}
            {task.deadline ? (
              <>
                <dt>{words.peek.due}</dt>
                <dd>
                  <Due task={task} />
                  {task.deadlineWhy ? <span className="faint"> · {task.deadlineWhy}</span> : null}
                </dd>
              </>
            ) : null}
          </dl>
        )}
      </Answer>
      <Answer query={whole} skeleton={<Skeleton lines={3} />}>
        {({ instructions = [], ...found }) => (
          <>
            {instructions.length > 0 ? (
              <section>
                <h3 className="faint">{words.peek.instructions}</h3>
                {instructions.map(({ at, by, text }) => (
                  <p key={at + text}>
                    {text}{' '}
                    <span className="faint">
                      <PersonName username={by} />, {day(at)}
                    </span>
                  </p>
                ))}
              </section>
            ) : null}
            <div className="actions">
              <TaskActions task={{ ...found, instructions }} />
            </div>
          </>
        )}
      </Answer>
    </aside>
  )
}
