import { timingSafeEqual } from 'node:crypto'
import type { Room } from '../../store/rooms.ts'

/** Whom a link is for. */
export type Guest = { personId: string; name: string; isHost: boolean }
export type RoomLink = Guest & { handle: string; rotation: number }

/** Links to rooms: each names one person, and is dead once its room is cancelled or its links are made anew. */
export function openRoomLinks({
  mac,
  workspaceUrl,
}: {
  mac: (text: string) => Buffer
  workspaceUrl: () => string
}) {
  const signature = (payload: string) => mac(`room ${payload}`).subarray(0, 24).toString('base64url')

  const mint = (
    { handle, rotation }: Pick<Room, 'handle' | 'rotation'>,
    { personId, name, isHost }: Guest,
  ): string => {
    const payload = Buffer.from(JSON.stringify([handle, rotation, personId, name, isHost])).toString(
      'base64url',
    )
    return `${payload}.${signature(payload)}`
  }

  return {
    /** Behind the number sign, so that no server and no log ever sees it. */
    url: (room: Pick<Room, 'handle' | 'rotation'>, guest: Guest) =>
      `${workspaceUrl()}room#${mint(room, guest)}`,

    /** What a link says, if it was minted here; whether it still holds is for its room to say. */
    read(token: string): RoomLink | undefined {
      const [payload = '', given = ''] = token.split('.')
      const own = Buffer.from(signature(payload))
      const theirs = Buffer.from(given)
      if (own.length !== theirs.length || !timingSafeEqual(own, theirs)) return undefined
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
  }
}
