// Preloaded into a program that listens on port 0: tells its parent process which port the system gave it.
import { Server } from "node:net";

const { listen } = Server.prototype;
Server.prototype.listen = function (...given) {
  this.once("listening", () => process.send({ port: this.address().port }));
  return listen.apply(this, given);
};
