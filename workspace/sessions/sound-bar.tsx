import { Pause, Play, Undo2 } from 'lucide-react'
import { useStore } from '../data/store.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { words } from '../words/transcript.ts'
import { clock } from './session-clock.ts'
import type { Player } from './sound-player.ts'

const text = words.sound
const speeds = [0.75, 1, 1.25, 1.5, 2]
const backMs = 3000

export function SoundBar({ player, onToggle }: { player: Player; onToggle: () => void }) {
  const { status, atMs } = useStore(player.state)
  const isPlaying = status === 'playing' || status === 'loading'
  return (
    <fieldset className="sound-bar">
      <legend className="hidden-visually">{text.label}</legend>
      <Button onClick={onToggle}>
        {isPlaying ? <Pause /> : <Play />} {isPlaying ? text.pause : text.play}
      </Button>
      <IconButton name={text.back} icon={<Undo2 />} onClick={() => player.back(backMs)} />
      <label className="soft">
        {text.speed}{' '}
        <select
          className="input"
          defaultValue="1"
          onChange={({ target }) => player.setRate(Number(target.value))}
        >
          {speeds.map((speed) => (
            <option key={speed} value={speed}>
              {speed} ×
            </option>
          ))}
        </select>
      </label>
      <span className="number soft">{clock(atMs)}</span>
      <span role="status" className={status === 'failed' ? 'problem' : 'faint'}>
        {status === 'loading' ? text.loading : status === 'failed' ? text.failed : ''}
      </span>
    </fieldset>
  )
}
