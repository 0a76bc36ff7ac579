import type { Session } from '@portico/sdk'
import { useState } from 'react'
import { sessionKeys } from '../data/scheduling.ts'
import { portico, useMay } from '../data/session.ts'
import { Button } from '../ui/button.tsx'
import { LineForm } from '../ui/command-form.tsx'
import { TextField } from '../ui/fields.tsx'
import { useCommand } from '../ui/use-command.ts'
import { words } from '../words/room.ts'

/** The conference of a session: whoever may joins it, and whoever manages sessions makes links for guests. */
export function SessionConference({ caseId, session }: { caseId: string; session: Session }) {
  const mayManage = useMay('manageSessions')
  const isStaff = useMay('workTasks')
  const text = words.conference
  const [blocked, setBlocked] = useState<string>()
  const join = useCommand({
    run: (_, _room: Window | null) => portico().sessions.join(caseId, session.id),
    onDone({ url }, room) {
      if (room && !room.closed) room.location.replace(url)
      else setBlocked(url)
    },
    onFailed: (_, room) => room?.close(),
  })
  /** Browsers let a window open in the click alone, not when the answer comes. */
  const open = () => {
    setBlocked(undefined)
    const room = window.open('about:blank', '_blank')
    if (room) room.opener = null
    join.send(room)
  }
  const invite = useCommand({
    draft: { name: '' },
    run: ({ name }) => portico().sessions.inviteGuest(caseId, session.id, { name }),
  })
  const renew = useCommand({
    run: () => portico().sessions.renewConference(caseId, session.id, text.renewed),
    renews: sessionKeys,
    onDone: () => join.reset(),
  })
  if (session.status !== 'scheduled' || session.kind === 'inPerson') return null
  // Only staff are told how it stands; others are told when they join.
  if (isStaff && !session.conference?.isReady) return <p className="faint">{text.notReady}</p>
  const problem = join.problem || renew.problem
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
        <LineForm command={invite} send={text.invite} canSend={invite.draft.name.trim() !== ''}>
          <TextField label={text.guest} maxLength={200} {...invite.field('name')} />
        </LineForm>
      ) : null}
      {invite.answer ? (
        <TextField
          label={text.link(invite.answer.name)}
          readOnly
          value={invite.answer.url}
          onChange={() => {}}
          onFocus={({ target }) => target.select()}
        />
      ) : null}
      {problem ? (
        <p className="problem" role="alert">
          {problem}
        </p>
      ) : null}
      {mayManage && join.error ? (
        <Button disabled={renew.isPending} onClick={() => renew.send()}>
          {text.renew}
        </Button>
      ) : null}
    </div>
  )
}
