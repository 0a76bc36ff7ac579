import { type Ending, type EndingCommand, PorticoError } from '@portico/sdk'
import { useState } from 'react'
import { labelIn, useProfile } from '../data/profile.ts'
import { portico } from '../data/session.ts'
import { words as text } from '../words/endings.ts'
import { moment } from './dates.ts'

/** Nothing was sent: somebody has to look at what would end. */
export class Unconfirmed extends Error {
  readonly ending: Ending

  constructor(ending: Ending) {
    super('what would end is shown first')
    this.ending = ending
  }
}

/** What would end beside a command is shown first, and done only as it was shown. */
export function useEnding(caseId: string, shown?: Ending) {
  const [ending, setEnding] = useState(shown)
  return {
    ending,
    /** What is typed changes the command: it is asked anew. */
    forget: () => setEnding(undefined),

    async send<Answer>(command: EndingCommand, run: (ends: string) => Promise<Answer>): Promise<Answer> {
      if (ending) return run(ending.hash)
      const found = await portico().cases.endings(caseId, command)
      if (!found.isRequired) return run(found.hash)
      setEnding(found)
      throw new Unconfirmed(found)
    },

    /** What a form says of an error; nothing where it shows what would end. */
    problemOf(error: unknown, wordsOf: (error: unknown) => string = plainWords): string {
      if (error instanceof Unconfirmed) return ''
      const isStale = ending !== undefined && error instanceof PorticoError && error.code === 'conflict'
      if (isStale) setEnding(undefined)
      return isStale ? text.changed : wordsOf(error)
    },
  }
}

const plainWords = (error: unknown) => (error instanceof PorticoError ? error.message : String(error))

/** What would end with a command, each with what it is. */
export function EndingList({ ending }: { ending: Ending | undefined }) {
  const profile = useProfile()
  if (!ending) return null
  const labelOf = (issueType: string) => labelIn(profile?.issueTypes, issueType)
  const { issues, tasks, sessions, drafts, remands = [], letters, holds } = ending
  const lines: [key: string, name: string, what?: string][] = [
    ...(ending.case ? [['case', text.case(ending.case.label)] as [string, string]] : []),
    ...issues.map(({ id, issueType, description, as }): [string, string, string] => [
      id,
      description ?? labelOf(issueType),
      text.issue[as],
    ]),
    ...tasks.map(({ id, label, assignee, as }): [string, string, string] => [
      id,
      label,
      as === 'moved' ? text.taskMoved : text.task(assignee?.name ?? ''),
    ]),
    ...sessions.map(({ id, startsAt, hasConference }): [string, string, string?] => [
      id,
      text.session(startsAt ? moment(startsAt) : ''),
      ...(hasConference ? ([text.conference] as [string]) : ([] as [])),
    ]),
    ...drafts.map(({ id }): [string, string] => [id, text.draft]),
    ...remands.map(({ id }): [string, string] => [id, text.remand]),
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
