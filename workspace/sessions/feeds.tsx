import type { CalendarFeed, Participant } from '@portico/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { feedsQuery, sessionKeys } from '../data/scheduling.ts'
import { portico } from '../data/session.ts'
import { Answer } from '../ui/answer.tsx'
import { Button } from '../ui/button.tsx'
import { CommandDialog, CommandForm } from '../ui/command-form.tsx'
import { day } from '../ui/dates.ts'
import { TextField } from '../ui/fields.tsx'
import { filled } from '../ui/filled.ts'
import { State } from '../ui/states.tsx'
import { toast } from '../ui/toasts.tsx'
import { useCommand } from '../ui/use-command.ts'
import { words } from '../words/sessions.ts'
import { ParticipantPicker } from './participant-picker.tsx'

const text = words.feeds

type Ending = { feed: CalendarFeed; how: 'rotate' | 'revoke' }

/** The addresses by which calendar programs read sessions. */
export function Feeds() {
  const found = useQuery(feedsQuery)
  const [ending, setEnding] = useState<Ending>()
  return (
    <>
      <header className="screen-head">
        <h1>{words.parts.feeds}</h1>
        <span className="soft">{text.about}</span>
      </header>
      <div className="scrolled padded">
        <Answer query={found}>
          {(feeds) =>
            feeds.length === 0 ? (
              <State title={text.empty.title}>{text.empty.text}</State>
            ) : (
              <table className="plain-table" aria-label={words.parts.feeds}>
                <thead>
                  <tr>
                    <th scope="col">{words.who.who}</th>
                    <th scope="col">{text.label}</th>
                    <th scope="col">{text.address}</th>
                    <th scope="col">{text.created}</th>
                    <td />
                  </tr>
                </thead>
                <tbody>
                  {feeds.map((feed) => (
                    <FeedRow key={feed.id} feed={feed} end={(how) => setEnding({ feed, how })} />
                  ))}
                </tbody>
              </table>
            )
          }
        </Answer>
        <FeedForm />
      </div>
      {ending ? <EndDialog ending={ending} onClose={() => setEnding(undefined)} /> : null}
    </>
  )
}

function FeedRow({ feed, end }: { feed: CalendarFeed; end: (how: Ending['how']) => void }) {
  const copy = () =>
    void navigator.clipboard.writeText(feed.url).then(
      () => toast(text.copied),
      () => toast(text.notCopied, { isBad: true }),
    )
  return (
    <tr data-id={feed.id}>
      <th scope="row">
        {feed.participant.name}
        <small>{words.participant[feed.participant.kind]}</small>
      </th>
      <td>{feed.label}</td>
      <td>
        <input
          className="input address"
          readOnly
          value={feed.url}
          aria-label={`${text.address}: ${feed.label ?? feed.participant.name}`}
          onFocus={({ target }) => target.select()}
        />
      </td>
      <td>{day(feed.createdAt)}</td>
      <td className="actions">
        <Button onClick={copy}>{text.copy}</Button>
        <Button onClick={() => end('rotate')}>{text.rotate}</Button>
        <Button onClick={() => end('revoke')}>{text.revoke}</Button>
      </td>
    </tr>
  )
}

/** Both end an address that others may use, so it is asked once. */
function EndDialog({ ending: { feed, how }, onClose }: { ending: Ending; onClose: () => void }) {
  const command = useCommand({
    run: (): Promise<unknown> => portico().calendarFeeds[how](feed.id),
    renews: sessionKeys,
    done: how === 'rotate' ? text.rotated : text.revoked,
    onDone: onClose,
  })
  return (
    <CommandDialog
      title={`${text[how]}: ${feed.label ?? feed.participant.name}`}
      command={command}
      send={text[how]}
      back={text.cancel}
      onClose={onClose}
    >
      <p>{how === 'rotate' ? text.confirmRotate : text.confirmRevoke}</p>
    </CommandDialog>
  )
}

function FeedForm() {
  const command = useCommand({
    draft: { label: '' } as { participant?: Participant | undefined; label: string },
    check: ({ participant }) => (participant ? undefined : words.availability.choose.text),
    run: ({ participant, label }) =>
      portico().calendarFeeds.add({
        participant: participant as Participant,
        ...filled({ label }),
      }),
    renews: sessionKeys,
    onDone() {
      command.startOver()
    },
  })
  return (
    <CommandForm className="wide" title={text.add} command={command} send={text.save}>
      <ParticipantPicker
        value={command.draft.participant}
        onChange={(participant) => command.change({ participant })}
      />
      <TextField label={text.label} maxLength={200} {...command.field('label')} />
    </CommandForm>
  )
}
