import type { IceServer } from '@portico/contract/rooms'
import type { Permissions } from '../../auth/can.ts'
import type { Secret } from '../../auth/secret.ts'
import type { Desk } from '../desk.ts'
import { laterSubject } from '../later.ts'
import { type Calendars, openCalendars } from './calendars/calendars.ts'
import { type CalendarFeeds, openCalendarFeeds } from './calendars/feeds.ts'
import { createFlagConflicts, type FlagConflicts } from './calendars/flag-conflicts.ts'
import { type AssembleSound, createAssembleSound } from './conference/assemble-sound.ts'
import { type Conferences, openConferences } from './conference/conferences.ts'
import { createFileArtifact, type FileArtifact } from './conference/file-artifact.ts'
import { openRooms, type Rooms } from './conference/rooms.ts'
import { createRefuseUninvited } from './conference/still-invited.ts'
import { type CompleteBookings, createCompleteBookings } from './placing/complete-bookings.ts'
import { createRemindSessions, type RemindSessions } from './placing/remind-sessions.ts'
import { openSessionLists, type SessionLists } from './placing/session-lists.ts'
import type { SessionPlans } from './placing/session-plans.ts'
import { openSlots, type Slots } from './placing/slots.ts'
import { openSessions, type Sessions } from './sessions.ts'
import type { StoredChunk } from './transcripts/captions.ts'
import type { Transcripts } from './transcripts/transcripts.ts'

export type SessionSubjects = {
  sessions: Sessions
  conferences: Conferences
  rooms: Rooms
  assembleSound: AssembleSound
  fileArtifact: FileArtifact
  calendars: Calendars
  calendarFeeds: CalendarFeeds
  slots: Slots
  sessionLists: SessionLists
  sessionPlans: SessionPlans
  remindSessions: RemindSessions
  flagConflicts: FlagConflicts
  completeBookings: CompleteBookings
  transcripts: Transcripts
}

export type SessionOptions = Omit<Parameters<typeof createFileArtifact>[0], 'db' | 'execute'> & {
  permissions: Permissions
  secret: Secret
  workspaceUrl: () => string
  /** How browsers reach each other where they cannot by themselves. */
  iceServers?: readonly IceServer[] | undefined
  /** Told of each piece of sound that a room has stored. */
  onSound?: ((chunk: StoredChunk) => void) | undefined
}

/** Hearings: the calendars, placing a session in them, holding it, and its transcript. */
export function openSessionSubjects(desk: Desk, options: SessionOptions): SessionSubjects {
  const { db } = desk
  const { permissions, secret, workspaceUrl, iceServers, onSound } = options
  const { mayRead } = permissions
  const sessions = openSessions(desk)
  const refuseUninvited = createRefuseUninvited({ ...desk, permissions })
  const rooms = openRooms({
    ...desk,
    refuseUninvited,
    mac: secret.mac,
    workspaceUrl,
    iceServers,
    onStored: onSound,
  })

  /** Up to which sensitivity a member sees cases now; nothing for one who has left. */
  async function sightOf(memberId: string) {
    const [member] = await db.rows<{ id: string; roles: string[]; clearance: number }>(
      `select id, roles, clearance from members where id = $1 and deactivated_at is null`,
      [memberId],
    )
    return member && permissions.sightOf(member).upTo
  }

  return {
    sessions,
    conferences: openConferences({ ...desk, refuseUninvited, invite: rooms.invitation }),
    rooms,
    assembleSound: createAssembleSound({ ...desk, scratchPath: options.scratchPath }),
    fileArtifact: createFileArtifact({ ...options, ...desk }),
    calendars: openCalendars(desk),
    calendarFeeds: openCalendarFeeds({ ...desk, secret, sightOf }),
    slots: openSlots(desk),
    sessionLists: openSessionLists(desk),
    sessionPlans: laterSubject(async () => {
      const { openSessionPlans } = await import('./placing/session-plans.ts')
      return openSessionPlans({ ...desk, sessions, mayRead })
    }),
    remindSessions: createRemindSessions(desk),
    flagConflicts: createFlagConflicts({ ...desk, mayRead }),
    completeBookings: createCompleteBookings(desk),
    transcripts: laterSubject(async () => {
      const { openTranscripts } = await import('./transcripts/transcripts.ts')
      return openTranscripts(desk)
    }),
  }
}
