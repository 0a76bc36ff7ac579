import type { MailReplayed, MailType } from '@portico/sdk'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { labelIn } from '../data/profile.ts'
import { portico } from '../data/session.ts'
import { Button } from '../ui/button.tsx'
import { day } from '../ui/dates.ts'
import { Failure, Skeleton } from '../ui/states.tsx'
import { useCommand } from '../ui/use-command.ts'
import { words } from '../words/admin.ts'
import { SelectField, TextField } from './fields.tsx'
import { isSame } from './three-way.ts'
import type { Drafting } from './use-profile-draft.ts'

const text = words.mail
type Asked = { mailTypes: MailType[]; from: string; to: string }

/** What the table as it is edited would have done with the mail that came. It changes nothing. */
export function Replay({ drafting: { profile, change } }: { drafting: Drafting }) {
  const [span, setSpan] = useState({ from: '', to: '' })
  const asked: Asked = { mailTypes: profile.mailTypes, ...span }
  const replay = useCommand({
    run: async (_, asked: Asked) => {
      const { mailTypes, from, to } = asked
      const replayed = await portico().mail.replay({
        mailTypes,
        ...(from ? { from } : {}),
        ...(to ? { to } : {}),
      })
      return { asked, replayed }
    },
  })
  return (
    <aside className="trial replay" aria-label={text.replay}>
      <div className="trial-of form">
        <SelectField
          label={text.unmatched}
          value={profile.unmatchedMailTeam}
          options={profile.teams.map(({ name, label }) => [name, label])}
          onChange={(unmatchedMailTeam) => change({ unmatchedMailTeam })}
        />
        <h3>{text.replay}</h3>
        <p className="soft">{text.replayText}</p>
        <div className="span">
          <TextField
            label={text.from}
            type="date"
            value={span.from}
            onChange={(from) => setSpan({ ...span, from })}
          />
          <TextField
            label={text.to}
            type="date"
            value={span.to}
            onChange={(to) => setSpan({ ...span, to })}
          />
          <Button aria-disabled={replay.isPending} onClick={() => replay.send(asked)}>
            {replay.isPending ? text.running : text.run}
          </Button>
        </div>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard */}
      <div className="trial-paper" role="region" aria-label={text.replay} tabIndex={0}>
        {replay.isPending ? (
          <Skeleton lines={6} />
        ) : replay.error ? (
          <Failure error={replay.error} retry={() => replay.send(asked)} />
        ) : replay.answer ? (
          <>
            {isSame(replay.answer.asked, asked) ? null : (
              <p className="notice" role="status">
                {text.stale}
              </p>
            )}
            <Replayed replayed={replay.answer.replayed} mailTypes={profile.mailTypes} teams={profile.teams} />
          </>
        ) : null}
      </div>
    </aside>
  )
}

function Replayed({
  replayed: { looked, moved, byMove, first },
  mailTypes,
  teams,
}: {
  replayed: MailReplayed
  mailTypes: readonly MailType[]
  teams: Drafting['profile']['teams']
}) {
  return (
    <>
      <p role="status">{looked === 0 ? text.noPast : text.looked(looked, moved)}</p>
      {moved > 0 ? (
        <>
          <ul className="moves">
            {Object.entries(byMove).map(([move, count]) => (
              <li key={move}>
                <span>{move.replaceAll(/\w+/g, (name) => labelIn([...mailTypes, ...teams], name))}</span>{' '}
                <span className="number">{String(count)}</span>
              </li>
            ))}
          </ul>
          <table className="used">
            <caption className={first.length < moved ? undefined : 'hidden-visually'}>
              {text.first(first.length, moved)}
            </caption>
            <thead>
              <tr>
                <th scope="col">{text.columns.type}</th>
                <th scope="col">{text.columns.from}</th>
                <th scope="col">{text.columns.to}</th>
                <th scope="col">{text.columns.at}</th>
                <th scope="col">{text.columns.case}</th>
              </tr>
            </thead>
            <tbody>
              {first.map(({ caseId, taskId, mailType, at, from, to, why }) => (
                <tr key={taskId} data-id={taskId}>
                  <td title={why}>{labelIn(mailTypes, mailType)}</td>
                  <td>{labelIn(teams, from)}</td>
                  <td>{to === undefined ? text.nowhere : labelIn(teams, to)}</td>
                  <td>{day(at)}</td>
                  <td>
                    <Link to="/cases/$caseId" params={{ caseId }}>
                      {text.openCase}
                    </Link>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      ) : null}
    </>
  )
}
