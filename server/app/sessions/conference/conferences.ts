import type { Session } from '@portico/contract/sessions'
import { Refusal } from '../../../core/kernel/decider.ts'
import { conference, isRemote } from '../../../core/session/conference.ts'
import { conferencesOf, hadConference } from '../../../projections/conferences.ts'
import { listSessions } from '../../../projections/sessions.ts'
import type { Database } from '../../../store/db.ts'
import type { Execute, Request } from '../../engine/execute.ts'
import type { OutsideConference } from './outside-conference.ts'
import type { Invitation } from './room-links.ts'
import type { Rooms } from './rooms.ts'
import type { RefuseUninvited } from './still-invited.ts'

export type Conferences = ReturnType<typeof openConferences>

/** The conferences of sessions, for those who join them. */
export function openConferences({
  db,
  execute,
  refuseUninvited,
  invite,
}: {
  db: Database
  execute: Execute
  refuseUninvited: RefuseUninvited
  invite: Rooms['invitation']
}) {
  const found = async (caseId: string, sessionId: string): Promise<Session> => {
    const session = (await listSessions(db, caseId)).find(({ id }) => id === sessionId)
    if (!session) throw new Refusal('notFound', 'There is no such session in this case.')
    return session
  }

  return {
    /** The link of whoever asks: a host's for those who may hold the session, a participant's for all others. */
    async join(
      caseId: string,
      sessionId: string,
      asker: { id: string; name: string; mayManage: boolean },
      outside: OutsideConference,
    ) {
      const session = await found(caseId, sessionId)
      if (!isRemote(session.kind))
        throw new Refusal('notFound', 'The session is held in person and has no conference.')
      const current = (await conferencesOf(db, caseId)).get(sessionId)
      if (!current) {
        if (session.status === 'withdrawn' || session.status === 'postponed')
          throw new Refusal('gone', `The session was ${session.status}: its conference is cancelled.`)
        throw (await hadConference(db, caseId, sessionId))
          ? new Refusal('gone', 'The conference was cancelled, and there is no other one yet.')
          : new Refusal(
              'notFound',
              'The conference does not exist yet: it is created once the session is placed.',
            )
      }
      if (session.status === 'postponed')
        throw new Refusal('stateForbids', 'The session was postponed: it has no date yet.')
      const { hostUrl, participantUrl } = await outside.links(current, { id: asker.id, name: asker.name })
      const isHost =
        asker.mayManage ||
        (session.participants ?? []).some(({ kind, id }) => kind === 'adjudicator' && id === asker.id)
      const as = isHost ? ('host' as const) : ('participant' as const)
      return { as, url: isHost ? hostUrl : participantUrl, binding: current.binding }
    },

    /** The link of whoever was invited to the conference that the session still has. */
    async follow(
      { caseId, sessionId, handle, personId, name }: Invitation,
      outside: OutsideConference,
    ): Promise<string> {
      await refuseUninvited({ caseId, sessionId }, { personId, isHost: false })
      const [session, current] = await Promise.all([found(caseId, sessionId), conferencesOf(db, caseId)])
      const now = current.get(sessionId)
      if (session.status === 'held' || session.status === 'noShow')
        throw new Refusal('gone', 'The session is over.')
      if (session.status === 'postponed')
        throw new Refusal('gone', 'The session was postponed: you will be told when it takes place.')
      if (session.status !== 'scheduled' || !now)
        throw new Refusal('gone', 'The session has no conference at present: wait for another invitation.')
      if (now.handle !== handle)
        throw new Refusal('gone', 'This link was replaced by another one: use the newest that you were sent.')
      return (await outside.links(now, { id: personId, name })).participantUrl
    },

    /** What the invitation of a party to a session leads to; nothing where there is no conference for it now. */
    async invitation(
      caseId: string,
      sessionId: string,
      party: { id: string; name: string },
    ): Promise<string | undefined> {
      const [session, current] = await Promise.all([found(caseId, sessionId), conferencesOf(db, caseId)])
      const now = current.get(sessionId)
      if (!isRemote(session.kind) || !session.conference?.isReady || !now) return undefined
      return invite({ caseId, sessionId, handle: now.handle }, party)
    },

    async renew(request: Request, caseId: string, sessionId: string, why: string): Promise<Session> {
      const command = { type: 'renewConference' as const, caseId, sessionId, why }
      await execute(conference, request, command, () => null)
      return found(caseId, sessionId)
    },
  }
}
