// Loaded before the command where an older Node has started this one.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
