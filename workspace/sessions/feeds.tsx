import type { CalendarFeed, Participant } from '@portico/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { feedsQuery, useRenewSessions } from '../data/scheduling.ts'
import { portico } from '../data/session.ts'
import { Answer } from '../ui/answer.tsx'
import { Button } from '../ui/button.tsx'
import { day } from '../ui/dates.ts'
import { Dialog } from '../ui/dialog.tsx'
import { State } from '../ui/states.tsx'
import { toast } from '../ui/toasts.tsx'
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
  const renew = useRenewSessions()
  const end = useMutation({
    mutationFn: async () => {
      if (how === 'rotate') await portico().calendarFeeds.rotate(feed.id)
      else await portico().calendarFeeds.revoke(feed.id)
    },
    onSuccess: async () => {
      toast(how === 'rotate' ? text.rotated : text.revoked)
      onClose()
      await renew()
    },
  })
  return (
    <Dialog title={`${text[how]}: ${feed.label ?? feed.participant.name}`} onClose={onClose}>
      <div className="form">
        <p>{how === 'rotate' ? text.confirmRotate : text.confirmRevoke}</p>
        <p className="problem" role="alert">
          {end.error?.message}
        </p>
        <div className="buttons">
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button kind="solid" disabled={end.isPending} onClick={() => end.mutate()}>
            {text[how]}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

function FeedForm() {
  const id = useId()
  const renew = useRenewSessions()
  const [whom, setWhom] = useState<Participant>()
  const [label, setLabel] = useState('')
  const [problem, setProblem] = useState('')
  const add = useMutation({
    mutationFn: (participant: Participant) =>
      portico().calendarFeeds.add({ participant, ...(label.trim() ? { label: label.trim() } : {}) }),
    onSuccess: async () => {
      setLabel('')
      setWhom(undefined)
      await renew()
    },
  })
  function save(event: FormEvent) {
    event.preventDefault()
    setProblem(whom ? '' : words.availability.choose.text)
    if (whom) add.mutate(whom)
  }
  return (
    <form className="form wide" onSubmit={save} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{text.add}</h2>
      <ParticipantPicker value={whom} onChange={setWhom} />
      <div className="field">
        <label htmlFor={`${id}-label`}>{text.label}</label>
        <input
          id={`${id}-label`}
          maxLength={200}
          value={label}
          onChange={({ target }) => setLabel(target.value)}
        />
      </div>
      <p className="problem" role="alert">
        {problem || add.error?.message}
      </p>
      <div className="buttons start">
        <Button kind="solid" type="submit" disabled={add.isPending}>
          {text.save}
        </Button>
      </div>
    </form>
  )
}
