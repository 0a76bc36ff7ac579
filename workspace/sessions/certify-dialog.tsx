import type { Transcript } from '@portico/sdk'
import { useState } from 'react'
import { keys } from '../data/keys.ts'
import { portico } from '../data/session.ts'
import { CommandDialog } from '../ui/command-form.tsx'
import { useCommand } from '../ui/use-command.ts'
import { words } from '../words/transcript.ts'

const text = words.certify

export function CertifyDialog({
  caseId,
  transcript,
  unsure,
  onClose,
}: {
  caseId: string
  transcript: Transcript
  unsure: number
  onClose: () => void
}) {
  // What was read when the dialog was opened: what a colleague changes meanwhile was not.
  const [linesSha256] = useState(transcript.linesSha256)
  const command = useCommand({
    run: () => portico().transcripts.certify(caseId, transcript.sessionId, transcript.id, linesSha256),
    renews: [keys.of(caseId, 'transcripts')],
    done: text.done,
    onDone: onClose,
  })
  return (
    <CommandDialog
      title={text.title}
      className="certify"
      command={command}
      send={text.confirm}
      back={words.line.cancel}
      onClose={onClose}
    >
      <p>{text.text}</p>
      {unsure > 0 ? <p>{text.unsure(unsure)}</p> : null}
    </CommandDialog>
  )
}
