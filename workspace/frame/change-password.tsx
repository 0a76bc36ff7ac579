import { PorticoError } from '@portico/sdk'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { portico } from '../data/session.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { toast } from '../ui/toasts.tsx'
import { words } from '../words/account.ts'
import { faultOf, type PasswordFault, PasswordField } from './password-field.tsx'
import '../ui/form.css'

export function ChangePassword({ onClose }: { onClose: () => void }) {
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const [repeated, setRepeated] = useState('')
  const [fault, setFault] = useState<PasswordFault>()
  const problemId = useId()
  const change = useMutation({
    mutationFn: () => portico().me.changePassword({ currentPassword: current, password }),
    onSuccess: () => {
      toast(words.changed)
      onClose()
    },
    onError: (error) => {
      const isWrong = error instanceof PorticoError && error.message.startsWith('currentPassword')
      setFault({ sentence: isWrong ? words.wrongCurrent : error.message })
    },
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    const fault = faultOf(password, repeated)
    setFault(fault)
    if (!fault && !change.isPending) change.mutate()
  }
  return (
    <Dialog title={words.changePassword} onClose={onClose}>
      <form className="form" onSubmit={submit} noValidate>
        <div className="problem" role="alert" id={problemId}>
          {fault?.sentence}
        </div>
        <PasswordField
          label={words.current}
          value={current}
          set={setCurrent}
          autoComplete="current-password"
          problemId={problemId}
        />
        <PasswordField
          label={words.password}
          value={password}
          set={setPassword}
          hint={words.rule}
          problemId={problemId}
          isWrong={fault?.field === 'password'}
        />
        <PasswordField
          label={words.repeated}
          value={repeated}
          set={setRepeated}
          problemId={problemId}
          isWrong={fault?.field === 'repeated'}
        />
        <div className="buttons">
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button type="submit" kind="solid" aria-disabled={change.isPending}>
            {words.send}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
