const u0 = process.cpuUsage();
const t = performance.now();
await import(process.argv[2]);
const w = performance.now() - t;
const u = process.cpuUsage(u0);
console.log(((u.user + u.system) / 1000).toFixed(1) + ' ' + w.toFixed(1));
