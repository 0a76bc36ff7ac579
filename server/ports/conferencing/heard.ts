import type { conferencing } from '@portico/contract/ports/conferencing'
import type { FactOf } from '@portico/contract/ports/kit'
import { reaction } from '../../core/kernel/decider.ts'
import { withoutUndefined } from '../../core/kernel/without-undefined.ts'
import { type AnnouncedArtifact, conference } from '../../core/session/conference.ts'
import { documentName } from '../../files/intake/document-name.ts'
import { findConference } from '../../projections/conferences.ts'
import { type Heard, type HeardParts, unmatched } from '../delivery/bindings/serve-port.ts'

type Fact<Name extends keyof (typeof conferencing)['tells']> = FactOf<typeof conferencing, Name>

export const hearJoined = (fact: Fact<'participantJoined'>, parts: HeardParts) =>
  hearPresence('joinConference', fact, parts)

export const hearLeft = (fact: Fact<'participantLeft'>, parts: HeardParts) =>
  hearPresence('leaveConference', fact, parts)

async function hearPresence(
  type: 'joinConference' | 'leaveConference',
  { handle, participant, isHost, at }: Fact<'participantJoined'>,
  parts: HeardParts,
): Promise<Heard> {
  const found = await findConference(parts.db, parts.binding, handle)
  if (!found) return noConference
  const { name, id } = participant
  const command = {
    ...{ type, ...found, handle, binding: parts.binding, happenedAt: at },
    participant: { name: documentName(name, 300) ?? 'Somebody', ...withoutUndefined({ id }) },
    ...withoutUndefined({ isHost }),
  }
  return { caseId: found.caseId, commands: [reaction(conference, command)] }
}

/** It is announced on the session; its bytes are fetched after that. */
export async function hearRecordingReady(
  { handle, at: _, ...artifact }: Fact<'recordingReady'>,
  { db, binding }: HeardParts,
): Promise<Heard> {
  const found = await findConference(db, binding, handle)
  if (!found) return noConference
  const command = announced(artifact, { ...found, handle, binding })
  return { caseId: found.caseId, commands: [reaction(conference, command)] }
}

type Said = Omit<Fact<'recordingReady'>, 'handle' | 'at'>

export function announced(
  artifact: Said,
  of: { caseId: string; sessionId: string; handle: string; binding: string },
) {
  const { artifactId, kind, name, mediaType, speaker } = artifact
  const { size, sha256, uploadId, startedAt, durationMs, gaps } = artifact
  const told: AnnouncedArtifact = {
    artifactId,
    kind,
    name: documentName(name, 300) ?? kind,
    mediaType,
    ...withoutUndefined({ size, sha256, uploadId, startedAt, durationMs, gaps }),
    ...(speaker
      ? {
          speaker: {
            name: documentName(speaker.name, 300) ?? 'Somebody',
            ...withoutUndefined({ participantId: speaker.participantId }),
          },
        }
      : {}),
  }
  return { type: 'announceArtifact' as const, ...of, artifact: told }
}

const noConference = unmatched('There is no conference with this handle.')
