// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {ERC20, IERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC4626} from "@openzeppelin/contracts/token/ERC20/extensions/ERC4626.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts/utils/ReentrancyGuard.sol";
import {Math} from "@openzeppelin/contracts/utils/math/Math.sol";

/// @title A vault (ERC-4626) that pays rewards evenly over time
/// @notice Holders of shares own the assets. The contract has no owner: nobody can pause it, change it, or take assets
/// of another. Rewards are paid in beforehand and released evenly, so a deposit just before a payment gains nothing.
contract VitrineVault is ERC4626, ReentrancyGuard {
    using Math for uint256;
    using SafeERC20 for IERC20;

    /// @notice Seconds over which a payment of rewards is released.
    uint256 public constant PERIOD = 7 days;

    /// @dev Assets of the shares, up to `settledAt`. Counted here, so that assets sent without a call change no price.
    uint256 private held;
    /// @dev Rewards not yet released at `settledAt`.
    uint256 private waiting;
    /// @dev When the last of them is released, seconds.
    uint256 private releasedBy;
    /// @dev Up to when rewards are counted in `held`, seconds.
    uint256 private settledAt;

    /// @notice Rewards of `amount` were paid in; all that wait are released by `until`.
    event Funded(address indexed from, uint256 amount, uint256 until);

    /// @notice The asset keeps part of each transfer; the vault does not take such assets.
    error AssetTakesFee(uint256 expected, uint256 received);
    /// @notice There is nothing to release.
    error NothingToFund();

    constructor(IERC20 asset_, string memory name_, string memory symbol_) ERC4626(asset_) ERC20(name_, symbol_) {
        settledAt = block.timestamp;
    }

    /// @notice Pays rewards in for all holders of shares. Anyone may; nobody gets them back.
    /// @param amount least units of the asset
    function fund(uint256 amount) external nonReentrant {
        receive_(msg.sender, amount);
        stream(amount);
    }

    /// @notice Makes rewards of assets that were sent to the vault without a call.
    function skim() external nonReentrant {
        stream(IERC20(asset()).balanceOf(address(this)) - held - waiting);
    }

    /// @notice Rewards not yet released, least units, and when the last of them is released, seconds.
    function rewards() external view returns (uint256 left, uint256 until) {
        return (waiting - released(), totalSupply() == 0 ? releasedBy + block.timestamp - settledAt : releasedBy);
    }

    /// @inheritdoc ERC4626
    function totalAssets() public view override returns (uint256) {
        return held + released();
    }

    /// @dev Rewards released since `settledAt`, rounded down. While there are no shares nothing is released: it would be
    /// nobody's.
    function released() private view returns (uint256) {
        if (waiting == 0 || totalSupply() == 0) return 0;
        if (block.timestamp >= releasedBy) return waiting;
        return waiting.mulDiv(block.timestamp - settledAt, releasedBy - settledAt);
    }

    function settle() private {
        uint256 amount = released();
        if (totalSupply() == 0) releasedBy += block.timestamp - settledAt;
        held += amount;
        waiting -= amount;
        settledAt = block.timestamp;
    }

    /// @dev The new end is the average of both ends, weighted by amount: a payment of little delays those before it by
    /// little.
    function stream(uint256 amount) private {
        if (amount == 0) revert NothingToFund();
        settle();
        uint256 time = waiting == 0 ? 0 : releasedBy - block.timestamp;
        uint256 total = waiting + amount;
        releasedBy = block.timestamp + Math.ceilDiv(waiting * time + amount * PERIOD, total);
        waiting = total;
        emit Funded(msg.sender, amount, releasedBy);
    }

    function receive_(address from, uint256 amount) private {
        IERC20 token = IERC20(asset());
        uint256 before = token.balanceOf(address(this));
        token.safeTransferFrom(from, address(this), amount);
        uint256 received = token.balanceOf(address(this)) - before;
        if (received != amount) revert AssetTakesFee(amount, received);
    }

    function _deposit(address caller, address receiver, uint256 assets, uint256 shares) internal override nonReentrant {
        settle();
        receive_(caller, assets);
        _mint(receiver, shares);
        held += assets;
        emit Deposit(caller, receiver, assets, shares);
    }

    function _withdraw(address caller, address receiver, address owner, uint256 assets, uint256 shares)
        internal
        override
        nonReentrant
    {
        settle();
        held -= assets;
        super._withdraw(caller, receiver, owner, assets, shares);
    }

    /// @dev A million virtual shares for each least unit: the first depositor cannot make the next one's shares round to
    /// nothing.
    function _decimalsOffset() internal pure override returns (uint8) {
        return 6;
    }
}
