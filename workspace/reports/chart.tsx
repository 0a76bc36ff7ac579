import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { usePreferences } from '../data/preferences.ts'
import { words } from '../words/reports.ts'
import type { WordsByField } from './label-words.ts'
import './chart.css'

const dark = matchMedia('(prefers-color-scheme: dark)')

const useDark = () =>
  useSyncExternalStore(
    (changed) => {
      dark.addEventListener('change', changed)
      return () => dark.removeEventListener('change', changed)
    },
    () => dark.matches,
  )

type ChartState = 'drawing' | 'drawn' | 'failed'

type ChartProps = {
  label: string
  spec: Record<string, unknown>
  datasets: Readonly<Record<string, readonly Record<string, unknown>[]>>
  /** What people call the words of a column, where the data has them as they are stored. */
  words?: WordsByField | undefined
}

/** A picture of figures that stand in a table too: who does not see it misses nothing. */
export function Chart({ label, spec, datasets, words: said }: ChartProps) {
  const place = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<ChartState>('drawing')
  const { theme } = usePreferences()
  const isDark = useDark()
  const width = useWidth(place)

  return (
    <figure className="chart" data-state={state}>
      <div ref={place} role="img" aria-label={words.chartOf(label)}>
        {/* It is drawn anew in other colours and widths. */}
        {width === 0 ? null : (
          <Drawing
            key={`${theme} ${isDark} ${width}`}
            spec={spec}
            datasets={datasets}
            labels={said}
            onState={setState}
          />
        )}
      </div>
      {state === 'drawn' ? null : (
        <p className="faint" role="status">
          {state === 'failed' ? words.notDrawn : words.drawing}
        </p>
      )}
    </figure>
  )
}

function Drawing({
  spec,
  datasets,
  labels,
  onState,
}: {
  spec: ChartProps['spec']
  datasets: ChartProps['datasets']
  labels: WordsByField | undefined
  onState: (state: ChartState) => void
}) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const into = place.current
    if (!into) return
    let isGone = false
    let finish = () => {}
    const drawing = import('./vega.ts').then(({ drawChart }) => drawChart(into, spec, datasets, labels))
    drawing.then(
      (undo) => {
        if (isGone) return undo()
        finish = undo
        onState('drawn')
      },
      () => isGone || onState('failed'),
    )
    return () => {
      isGone = true
      finish()
    }
  }, [spec, datasets, labels, onState])
  return <div ref={place} className="drawing" aria-hidden="true" />
}

/** In steps, so that it is not drawn anew for every pixel of a pane that is being resized. */
function useWidth(place: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const shown = place.current
    if (!shown) return
    const observer = new ResizeObserver(([entry]) =>
      setWidth(Math.floor((entry?.contentRect.width ?? 0) / 16)),
    )
    observer.observe(shown)
    return () => observer.disconnect()
  }, [place])
  return width
}
