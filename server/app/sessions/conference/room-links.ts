import { timingSafeEqual } from 'node:crypto'
import type { Room } from '../../../store/rooms.ts'

/** Whom a link is for. */
export type Guest = { personId: string; name: string; isHost: boolean }
/** The invitation of one person to the conference of a session, wherever that is hosted. */
export type Invitation = { caseId: string; sessionId: string; handle: string; personId: string; name: string }
export type RoomLink = Guest & { handle: string; rotation: number }

export type RoomLinks = ReturnType<typeof openRoomLinks>

/** Links to rooms: each names one person, and is dead once its room is cancelled or its links are made anew. */
export function openRoomLinks({
  mac,
  workspaceUrl,
}: {
  mac: (text: string) => Buffer
  workspaceUrl: () => string
}) {
  const sealed = (kind: string, payload: string) =>
    mac(`${kind} ${payload}`).subarray(0, 24).toString('base64url')
  const isSealed = (kind: string, payload: string, given: string) => {
    const [own, theirs] = [Buffer.from(sealed(kind, payload)), Buffer.from(given)]
    return own.length === theirs.length && timingSafeEqual(own, theirs)
  }

  const mint = (
    { handle, rotation }: Pick<Room, 'handle' | 'rotation'>,
    { personId, name, isHost }: Guest,
  ): string => {
    const payload = Buffer.from(JSON.stringify([handle, rotation, personId, name, isHost])).toString(
      'base64url',
    )
    return `${payload}.${sealed('room', payload)}`
  }

  return {
    /** Behind the number sign, so that no server and no log ever sees it. */
    url: (room: Pick<Room, 'handle' | 'rotation'>, guest: Guest) =>
      `${workspaceUrl()}room#${mint(room, guest)}`,

    /** What a link says, if it was minted here; whether it still holds is for its room to say. */
    read(token: string): RoomLink | undefined {
      const [payload = '', given = ''] = token.split('.')
      if (!isSealed('room', payload, given)) return undefined
      const said = JSON.parse(Buffer.from(payload, 'base64url').toString()) as [
        string,
        number,
        string,
        string,
        boolean,
      ]
      const [handle, rotation, personId, name, isHost] = said
      return { handle, rotation, personId, name, isHost }
    },

    invitationUrl({ caseId, sessionId, handle, personId, name }: Invitation): string {
      const said = JSON.stringify([caseId, sessionId, handle, personId, name])
      const payload = Buffer.from(said).toString('base64url')
      return `${workspaceUrl()}room#at.${payload}.${sealed('invitation', payload)}`
    },

    readInvitation(token: string): Invitation | undefined {
      const [kind, payload = '', given = ''] = token.split('.')
      if (kind !== 'at' || !isSealed('invitation', payload, given)) return undefined
      const said = JSON.parse(Buffer.from(payload, 'base64url').toString()) as string[]
      const [caseId = '', sessionId = '', handle = '', personId = '', name = ''] = said
      return { caseId, sessionId, handle, personId, name }
    },
  }
}
