import type { Session } from '@portico/sdk'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useRenewSessions } from '../data/scheduling.ts'
import { portico, useMay } from '../data/session.ts'
import { Button } from '../ui/button.tsx'
import { words } from '../words/room.ts'
import '../ui/form.css'

/** The conference of a session: whoever may joins it, and whoever manages sessions makes links for guests. */
export function SessionConference({ caseId, session }: { caseId: string; session: Session }) {
  const mayManage = useMay('manageSessions')
  const isStaff = useMay('workTasks')
  const [name, setName] = useState('')
  const text = words.conference
  const [problem, setProblem] = useState('')
  const [blocked, setBlocked] = useState<string>()
  const join = useMutation({
    mutationFn: (_: Window | null) => portico().sessions.join(caseId, session.id),
    onSuccess: ({ url }, room) => {
      if (room && !room.closed) room.location.replace(url)
      else setBlocked(url)
    },
    onError: (error, room) => {
      setProblem(error.message)
      room?.close()
    },
  })
  /** Browsers let a window open in the click alone, not when the answer comes. */
  const open = () => {
    setBlocked(undefined)
    setProblem('')
    const room = window.open('about:blank', '_blank')
    if (room) room.opener = null
    join.mutate(room)
  }
  const invite = useMutation({
    mutationFn: () => portico().sessions.inviteGuest(caseId, session.id, { name }),
    onMutate: () => setProblem(''),
    onError: ({ message }) => setProblem(message),
  })
  const refresh = useRenewSessions()
  const renew = useMutation({
    mutationFn: () => portico().sessions.renewConference(caseId, session.id, text.renewed),
    onMutate: () => setProblem(''),
    onError: ({ message }) => setProblem(message),
    onSuccess: () => {
      join.reset()
      return refresh()
    },
  })
  const [guestId, linkId] = [useId(), useId()]
  if (session.status !== 'scheduled' || session.kind === 'inPerson') return null
  // Only staff are told how it stands; others are told when they join.
  if (isStaff && !session.conference?.isReady) return <p className="faint">{text.notReady}</p>
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '') invite.mutate()
  }
  return (
    <div className="conference">
      <Button kind="solid" disabled={join.isPending} onClick={open}>
        {text.join}
      </Button>
      {blocked === undefined ? null : (
        <>
          <p role="alert">{text.blocked}</p>
          <p>
            <a href={blocked} target="_blank" rel="noopener">
              {text.open}
            </a>
          </p>
        </>
      )}
      {mayManage ? (
        <form onSubmit={submit}>
          <div className="field">
            <label htmlFor={guestId}>{text.guest}</label>
            <input
              id={guestId}
              value={name}
              maxLength={200}
              onChange={(event) => setName(event.target.value)}
            />
          </div>
          <Button type="submit" disabled={invite.isPending}>
            {text.invite}
          </Button>
        </form>
      ) : null}
      {invite.data ? (
        <div className="field">
          <label htmlFor={linkId}>{text.link(invite.data.name)}</label>
          <input id={linkId} readOnly value={invite.data.url} onFocus={(event) => event.target.select()} />
        </div>
      ) : null}
      {problem ? (
        <p className="problem" role="alert">
          {problem}
        </p>
      ) : null}
      {mayManage && join.error ? (
        <Button disabled={renew.isPending} onClick={() => renew.mutate()}>
          {text.renew}
        </Button>
      ) : null}
    </div>
  )
}
