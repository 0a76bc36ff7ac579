import type { Profile, Task } from '@portico/sdk'
import { useQuery } from '@tanstack/react-query'
import { caseTasksQuery } from '../data/work.ts'
import { calendarDay, day } from '../ui/dates.ts'
import { HolderName } from '../ui/holder-name.tsx'
import { PersonName } from '../ui/person-name.tsx'
import { words } from '../words/case-page.ts'
import { words as work } from '../words/work.ts'
import { closedStatuses } from '../work/view-query.ts'
import { Section } from './section.tsx'
import { TaskActions } from './task-actions.tsx'

const closed = ({ status }: Task) => closedStatuses.some((one) => one === status)

/** The tree of tasks: what is open with exactly what may be done, then what is closed. */
export function CaseTasks({ caseId, profile }: { caseId: string; profile: Profile | undefined }) {
  const query = useQuery(caseTasksQuery(caseId))
  return (
    <Section title={words.tasks.title} query={query} items={(tasks) => tasks} none={words.tasks.none}>
      {(tasks) => (
        <>
          <ul>
            {tasks
              .filter((task) => !closed(task))
              .map((task) => (
                <TaskEntry key={task.id} task={task} depth={depthOf(task, tasks)} profile={profile} />
              ))}
          </ul>
          {tasks.some(closed) ? (
            <details>
              <summary className="soft">{words.tasks.closed(tasks.filter(closed).length)}</summary>
              <ul>
                {tasks.filter(closed).map((task) => (
                  <TaskEntry key={task.id} task={task} depth={0} profile={profile} />
                ))}
              </ul>
            </details>
          ) : null}
        </>
      )}
    </Section>
  )
}

function TaskEntry({ task, depth, profile }: { task: Task; depth: number; profile: Profile | undefined }) {
  // Instructions are for staff: to others the service gives a task without them.
  const {
    assignee,
    status,
    closedAt,
    onHoldDay,
    onHoldWhy,
    deadlineDay,
    deadlineWhy,
    instructions = [],
  } = task
  const facts = [
    closedAt ? day(closedAt) : undefined,
    onHoldDay ? work.holdUntil(calendarDay(onHoldDay)) : undefined,
    deadlineDay && !closedAt ? `${work.columns.due} ${calendarDay(deadlineDay)}` : undefined,
  ].filter(Boolean)
  const reasons = [onHoldWhy, closedAt ? undefined : deadlineWhy].filter(Boolean)
  return (
    <li className={`entry ${depth > 0 ? 'sub' : ''}`} data-id={task.id}>
      <div className="top">
        <b>{task.label}</b>
        <span className="soft">
          {work.status[status]}
          {assignee ? ' · ' : null}
          <HolderName holder={assignee} profile={profile} />
          {facts.map((fact) => ` · ${fact}`)}
        </span>
      </div>
      {reasons.length > 0 ? <p className="soft">{reasons.join(' · ')}</p> : null}
      {instructions.map(({ at, by, text }) => (
        <p key={at + text} className="soft">
          {text}{' '}
          <span className="faint">
            <PersonName username={by} />, {day(at)}
          </span>
        </p>
      ))}
      <div className="actions">
        <TaskActions task={task} />
      </div>
    </li>
  )
}

function depthOf(task: Task, tasks: readonly Task[]): number {
  const parent = tasks.find(({ id }) => id === task.parentId)
  return parent && !closed(parent) ? 1 + depthOf(parent, tasks) : 0
}
