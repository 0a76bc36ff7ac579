// Loaded into a service before it starts: tells its own memory and processor time to whoever started it, and ends with them. Plain JavaScript,
// so that a measured start does not wait until Node can read types.

const sampleMs = 5

let sampling
let peakBytes = 0

process.on('message', (question) => {
  if (question === 'begin') {
    peakBytes = process.memoryUsage.rss()
    sampling ??= setInterval(() => {
      peakBytes = Math.max(peakBytes, process.memoryUsage.rss())
    }, sampleMs).unref()
    process.send?.({ bytes: peakBytes })
  }
  if (question === 'processor') {
    const { user, system } = process.cpuUsage()
    process.send?.({ ms: (user + system) / 1000 })
  }
  if (question === 'end') {
    clearInterval(sampling)
    sampling = undefined
    process.send?.({ bytes: Math.max(peakBytes, process.memoryUsage.rss()) })
  }
})
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
