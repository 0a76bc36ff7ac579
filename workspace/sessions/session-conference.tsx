import type { Session } from '@portico/sdk'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { portico, useMay } from '../data/session.ts'
import { Button } from '../ui/button.tsx'
import { words } from '../words/room.ts'
import '../ui/form.css'

/** The conference of a session: whoever may joins it, and whoever manages sessions makes links for guests. */
export function SessionConference({ caseId, session }: { caseId: string; session: Session }) {
  const mayManage = useMay('manageSessions')
  const [name, setName] = useState('')
  const text = words.conference
  const join = useMutation({
    mutationFn: () => portico().sessions.join(caseId, session.id),
    onSuccess: ({ url }) => window.open(url, '_blank', 'noopener'),
  })
  const invite = useMutation({
    mutationFn: () => portico().sessions.inviteGuest(caseId, session.id, { name }),
  })
  if (session.status !== 'scheduled' || session.kind === 'inPerson') return null
  if (!session.conference?.isReady) return <p className="faint">{text.notReady}</p>
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '') invite.mutate()
  }
  const failure = join.error ?? invite.error
  return (
    <div className="conference">
      <Button kind="solid" disabled={join.isPending} onClick={() => join.mutate()}>
        {text.join}
      </Button>
      {mayManage ? (
        <form className="form" onSubmit={submit}>
          <label>
            {text.guest}
            <input value={name} maxLength={200} onChange={(event) => setName(event.target.value)} />
          </label>
          <Button type="submit" disabled={invite.isPending}>
            {text.invite}
          </Button>
        </form>
      ) : null}
      {invite.data ? (
        <label>
          {text.link(invite.data.name)}
          <input readOnly value={invite.data.url} onFocus={(event) => event.target.select()} />
        </label>
      ) : null}
      {failure ? <p role="alert">{failure.message}</p> : null}
    </div>
  )
}
