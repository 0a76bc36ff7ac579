import type { Hold } from '@portico/sdk'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { serviceNow } from '../data/connection.ts'
import { Button } from '../ui/button.tsx'
import { countdown, msUntil } from '../ui/dates.ts'
import { words } from '../words/sessions.ts'
import { namesOf, SlotTime } from './slot-time.tsx'

const text = words.place

/** A time that is held, with how long it still is. */
export function HeldSlot({
  hold,
  isBusy,
  onConfirm,
  onRelease,
  onEnd,
}: {
  hold: Hold
  isBusy: boolean
  onConfirm: () => void
  onRelease: () => void
  onEnd: () => void
}) {
  const confirm = useRef<HTMLButtonElement>(null)
  const [left, setLeft] = useState(() => countdown(hold.expiresAt, serviceNow()))
  const end = useEffectEvent(onEnd)
  useEffect(() => {
    confirm.current?.focus()
    const tick = setInterval(() => {
      setLeft(countdown(hold.expiresAt, serviceNow()))
      if (msUntil(hold.expiresAt, serviceNow()) <= 0) end()
    }, 1000)
    return () => clearInterval(tick)
  }, [hold.expiresAt])
  return (
    <section className="held-slot">
      <p className="when">
        <SlotTime slot={hold.slot} />
      </p>
      <p>{namesOf(hold.participants)}</p>
      <p role="timer" className="number left">
        {text.left(left)}
      </p>
      <div className="buttons">
        <Button onClick={onRelease} disabled={isBusy}>
          {text.release}
        </Button>
        <Button ref={confirm} kind="solid" onClick={onConfirm} disabled={isBusy}>
          {text.confirm}
        </Button>
      </div>
    </section>
  )
}
