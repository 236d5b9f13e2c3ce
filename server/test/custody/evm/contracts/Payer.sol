// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

interface Token {
    function transfer(address to, uint256 value) external;
}

/// Pays ether and tokens by its own calls, as exchanges, mixers of payrolls and wallets of several owners do.
contract Payer {
    receive() external payable {}

    /// Ether to each, in one transaction.
    function etherTo(address payable[] calldata to, uint256 each) external payable {
        for (uint256 i = 0; i < to.length; i++) {
            (bool done, ) = to[i].call{value: each}("");
            require(done, "not paid");
        }
    }

    /// Tokens to each, in one transaction.
    function tokensTo(Token token, address[] calldata to, uint256 each) external {
        for (uint256 i = 0; i < to.length; i++) token.transfer(to[i], each);
    }

    /// A payment that is undone inside a transaction that stands, and one after it that stays.
    function undone(address payable to, uint256 lost, uint256 kept) external payable {
        try this.pay(to, lost, true) {} catch {}
        this.pay(to, kept, false);
    }

    function pay(address payable to, uint256 value, bool fail) external {
        (bool done, ) = to.call{value: value}("");
        require(done && !fail, "undone");
    }

    /// All it has, by ending itself (in the transaction that made it).
    function end(address payable to) external payable {
        new Ending{value: msg.value}(to);
    }
}

contract Ending {
    constructor(address payable to) payable {
        selfdestruct(to);
    }
}

/// Takes no ether.
contract Closed {
    fallback() external {
        revert("closed");
    }
}
