import type { Transcript } from '@portico/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { keys } from '../data/keys.ts'
import { portico } from '../data/session.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toasts.tsx'
import { words } from '../words/transcript.ts'
import '../ui/form.css'

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
  const client = useQueryClient()
  const [problem, setProblem] = useState('')
  // What was read when the dialog was opened: what a colleague changes meanwhile was not.
  const [linesSha256] = useState(transcript.linesSha256)
  const certify = useMutation({
    mutationFn: () => {
      const { sessionId, id } = transcript
      return portico().transcripts.certify(caseId, sessionId, id, linesSha256)
    },
    onSuccess: () => {
      toast(text.done)
      onClose()
      return client.invalidateQueries({ queryKey: keys.of(caseId, 'transcripts') })
    },
    onError: (error) => setProblem(error.message),
  })
  return (
    <Dialog title={text.title} onClose={onClose}>
      <div className="form certify">
        <p>{text.text}</p>
        {unsure > 0 ? <p>{text.unsure(unsure)}</p> : null}
        <p className="problem" role="alert">
          {problem}
        </p>
        <div className="buttons">
          <Button onClick={onClose}>{words.line.cancel}</Button>
          <Button kind="solid" disabled={certify.isPending} onClick={() => certify.mutate()}>
            {text.confirm}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
