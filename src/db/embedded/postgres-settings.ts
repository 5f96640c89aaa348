/** Nothing is left to a configuration file, so that every directory behaves as this page says. */
export function serverSettings(at: {
  readonly socketDirectory: string
  readonly clusterName: string
}): readonly string[] {
  const settings: Readonly<Record<string, string | number>> = {
    // Reached through a socket in a private directory and nothing else, hence without a password.
    listen_addresses: '',
    unix_socket_directories: `"${at.socketDirectory.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    // Stands in the title of each process, by which a restart after kill -9 finds orphans.
    cluster_name: at.clusterName,

    // Acknowledged work is on the disk; a session may relax its own commits.
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',

    // One service with a few pools, on a small machine where Node needs the rest.
    max_connections: 40,
    shared_buffers: '128MB',
    effective_cache_size: '512MB',
    work_mem: '8MB',
    maintenance_work_mem: '64MB',
    // An SSD reads at random nearly as fast as in order; the default of 4 expects a turning disk.
    random_page_cost: 1.1,
    // Initialisation inside a container without huge pages of its own dies of a bus error
    // otherwise.
    huge_pages: 'off',
    // Short statements: compiling them, or sharing one between processes, costs more than it saves.
    jit: 'off',
    max_parallel_workers_per_gather: 0,
    // Its tables fit into memory, so three processes that read ahead are only more to start.
    io_method: 'sync',

    // Nobody replicates from here, which spares the log much and the machine one process.
    wal_level: 'minimal',
    max_wal_senders: 0,
    max_logical_replication_workers: 0,
    // A restart after kill -9 reads this much again in 1.2 s, at some 165 MB/s. Measured with
    // 512MB: three seconds, and no faster in between.
    checkpoint_timeout: '5min',
    max_wal_size: '192MB',
    min_wal_size: '128MB',
    checkpoint_completion_target: 0.9,

    // Views are updated row by row and often; waiting a minute would bloat them.
    autovacuum: 'on',
    autovacuum_naptime: '20s',
    autovacuum_max_workers: 2,

    // A backend that dies takes only its own work with it; the server recovers by itself.
    restart_after_crash: 'on',

    timezone: 'UTC',
    // The log goes to standard error, which is a file that the service keeps short.
    logging_collector: 'off',
    log_destination: 'stderr',
    log_timezone: 'UTC',
    log_line_prefix: '%m [%p] ',
    log_min_messages: 'warning',
    log_checkpoints: 'off',
    // Neither statements nor the values of a violated key: customers' data has no place in a log.
    log_min_error_statement: 'panic',
    log_parameter_max_length_on_error: 0,
    log_error_verbosity: 'terse',
  }
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
