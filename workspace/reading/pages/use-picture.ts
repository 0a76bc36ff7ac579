import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { pageIsDrawn, pageIsSeen } from '../../data/page-first.ts'
import { leaveFirstPage } from '../first-page.ts'
import { useReading } from '../reading.ts'
import { type DrawnPage, discard } from './draw-page.ts'
import type { Drawing, Wanted } from './drawings.ts'
import type { Viewport } from './viewport.ts'

export type PictureState = 'waiting' | 'drawn' | 'failed'

/** The picture of a page in `paper`. The old one stays until the new one is complete. */
export function usePicture(
  wanted: Wanted,
  viewport: Viewport,
): { paper: RefObject<HTMLDivElement | null>; state: PictureState; retry: () => void } {
  const { drawings } = useReading()
  const paper = useRef<HTMLDivElement>(null)
  const shown = useRef<{ wanted: Wanted; drawn: DrawnPage }>(undefined)
  const drawAgain = useRef<() => void>(undefined)
  const [state, setState] = useState<PictureState>('waiting')

  // Before the screen is painted: a picture that is there already is shown at once.
  useLayoutEffect(() => {
    const holder = paper.current
    if (!holder) return
    const show = (drawn: DrawnPage) => {
      const before = shown.current
      shown.current = { wanted, drawn }
      holder.replaceChildren(drawn.canvas)
      if (before) discard(before.drawn.canvas)
      viewport.measured(wanted.page, drawn.sheet)
      setState('drawn')
      pageIsDrawn()
    }
    const ready = drawings.take(wanted)
    leaveFirstPage()
    if (ready) return show(ready)
    let drawing: Drawing<DrawnPage> | undefined
    const draw = () => {
      drawing?.cancel()
      const mine = drawings.draw(wanted, () => viewport.distanceOf(wanted.page))
      drawing = mine
      mine.done.then(
        (drawn) => (drawing === mine ? show(drawn) : discard(drawn.canvas)),
        () => {
          if (drawing !== mine) return
          setState('failed')
          pageIsSeen()
        },
      )
    }
    drawAgain.current = draw
    const delayMs = viewport.drawDelayMs()
    const timer = delayMs > 0 ? setTimeout(draw, delayMs) : void draw()
    return () => {
      clearTimeout(timer)
      drawing?.cancel()
      drawing = undefined
    }
  }, [drawings, wanted, viewport])

  useEffect(
    () => () => {
      if (shown.current) drawings.giveBack(shown.current.wanted, shown.current.drawn)
      shown.current = undefined
    },
    [drawings],
  )

  return { paper, state, retry: () => drawAgain.current?.() }
}
