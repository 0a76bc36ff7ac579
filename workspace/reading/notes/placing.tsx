import type { Box } from '@portico/sdk'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react'
import { words } from '../../words/reading.ts'
import { placed } from '../pages/placed.ts'
import type { Draft } from './draft.ts'

const step = 0.01
const bigStep = 0.05
const directions: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
const within = (value: number) => Math.min(1, Math.max(0, value))
const round = (value: number) => Math.round(within(value) * 10_000) / 10_000

/** Chooses the place of a note: by arrows on a grid, or by the mouse. */
export function Placing({
  draft,
  onChange,
  onDone,
  onCancel,
}: {
  draft: Draft
  onChange: (draft: Draft) => void
  onDone: (draft: Draft) => void
  onCancel: () => void
}) {
  const marker = useRef<HTMLButtonElement>(null)
  const start = useRef<{ x: number; y: number }>(undefined)
  useEffect(() => marker.current?.focus({ preventScroll: true }), [])
  const box = draft.rects?.[0]

  function press(event: KeyboardEvent) {
    event.stopPropagation()
    if (event.key === 'Escape') return onCancel()
    if (event.key === 'Enter') {
      event.preventDefault()
      return onDone(draft)
    }
    const [across, down] = directions[event.key] ?? [0, 0]
    if (!across && !down) return
    event.preventDefault()
    if (box)
      onChange({ ...draft, rects: [event.shiftKey ? sized(box, across, down) : moved(box, across, down)] })
    else {
      const by = event.shiftKey ? bigStep : step
      onChange({ ...draft, x: round((draft.x ?? 0) + across * by), y: round((draft.y ?? 0) + down * by) })
    }
  }

  function pointOf(event: PointerEvent<HTMLElement>) {
    // The sheet may be rotated: the browser knows where on it the pointer is.
    const { offsetX, offsetY } = event.nativeEvent
    const { offsetWidth, offsetHeight } = event.currentTarget
    return { x: round(offsetX / offsetWidth), y: round(offsetY / offsetHeight) }
  }

  return (
    <>
      <div
        className="placing"
        onPointerDown={(event) => {
          if (event.button !== 0) return
          event.preventDefault()
          const point = pointOf(event)
          if (draft.kind === 'point') return onDone({ ...draft, ...point })
          start.current = point
          event.currentTarget.setPointerCapture(event.pointerId)
        }}
        onPointerMove={(event) => {
          if (start.current) onChange({ ...draft, rects: [between(start.current, pointOf(event))] })
        }}
        onPointerUp={(event) => {
          if (!start.current) return
          const drawn = between(start.current, pointOf(event))
          start.current = undefined
          if (drawn.right - drawn.left > 0.01 && drawn.bottom - drawn.top > 0.005)
            onDone({ ...draft, rects: [drawn] })
        }}
      />
      <button
        ref={marker}
        type="button"
        className={`placer ${draft.kind}`}
        aria-label={`${words.notes.new[draft.kind]}. ${draft.kind === 'point' ? words.notes.placing.point : words.notes.placing.box}`}
        style={box ? placed(box) : { left: `${(draft.x ?? 0) * 100}%`, top: `${(draft.y ?? 0) * 100}%` }}
        onKeyDown={press}
      />
    </>
  )
}

function moved({ left, top, right, bottom }: Box, across: number, down: number): Box {
  const dx = Math.min(1 - right, Math.max(-left, across * step))
  const dy = Math.min(1 - bottom, Math.max(-top, down * step))
  return {
    left: round(left + dx),
    top: round(top + dy),
    right: round(right + dx),
    bottom: round(bottom + dy),
  }
}

function sized({ left, top, right, bottom }: Box, across: number, down: number): Box {
  return {
    left,
    top,
    right: Math.max(left + step, round(right + across * step)),
    bottom: Math.max(top + step, round(bottom + down * step)),
  }
}

const between = (a: { x: number; y: number }, b: { x: number; y: number }): Box => ({
  left: Math.min(a.x, b.x),
  top: Math.min(a.y, b.y),
  right: Math.max(a.x, b.x),
  bottom: Math.max(a.y, b.y),
})
