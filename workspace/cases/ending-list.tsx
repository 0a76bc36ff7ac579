import type { Ending } from '@portico/sdk'
import { moment } from '../ui/dates.ts'
import { words } from '../words/tasks.ts'

const text = words.ending

/** What would end with a command, each with what it is. */
export function EndingList({ ending, labelOf }: { ending: Ending; labelOf: (issueType: string) => string }) {
  const { issues, tasks, sessions, drafts, letters, holds } = ending
  const lines: [key: string, name: string, what?: string][] = [
    ...(ending.case ? [['case', text.case(ending.case.label)] as [string, string]] : []),
    ...issues.map(({ id, issueType, description, as }): [string, string, string] => [
      id,
      description ?? labelOf(issueType),
      text.issue[as],
    ]),
    ...tasks.map(({ id, label, assignee }): [string, string, string] => [
      id,
      label,
      text.task(assignee?.name ?? ''),
    ]),
    ...sessions.map(({ id, startsAt, hasConference }): [string, string, string?] => [
      id,
      text.session(startsAt ? moment(startsAt) : ''),
      ...(hasConference ? ([text.conference] as [string]) : ([] as [])),
    ]),
    ...drafts.map(({ id }): [string, string] => [id, text.draft]),
    ...letters.map(({ id, label }): [string, string, string] => [id, label, text.letter]),
    ...holds.map(({ id, startsAt }): [string, string] => [id, text.hold(moment(startsAt))]),
  ]
  return (
    <div className="field" role="status">
      <strong>{text.title}</strong>
      <ul className="ending">
        {lines.map(([key, name, what]) => (
          <li key={key}>
            {name}
            {what ? <span className="soft"> ({what})</span> : null}
          </li>
        ))}
      </ul>
    </div>
  )
}
